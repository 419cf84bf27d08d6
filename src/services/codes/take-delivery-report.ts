import type { Clock } from '../../domain/ports/clock.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { DeliveryReports } from '../../domain/ports/messages/delivery-reports.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { noteUndeliverable } from './note-undeliverable.ts';

/** Handles a provider's delivery report. Reports may arrive twice, late and in any order. */
export function createTakeDeliveryReport({
  db,
  flows,
  live,
  clock,
  provider,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  /** Null: no configured provider sends reports. */
  provider: { name: string; reports: DeliveryReports } | null;
}) {
  return async function takeDeliveryReport({
    codeSendId,
    from,
    ...report
  }: {
    codeSendId: string;
    /** The provider named in the path. */
    from: string;
  } & Parameters<DeliveryReports['read']>[0]): Promise<void> {
    if (provider?.name !== from) throw new Problem('provider.not_found');
    const delivery = provider.reports.read(report);
    if (delivery === null) throw new Problem('provider.signature_invalid');
    if (delivery === 'delivered') await db.codeSends.setState(codeSendId, 'delivered');
    if (delivery !== 'undeliverable') return;
    const message = await db.transaction((tx) => noteUndeliverable(tx, { codeSendId, flows, clock }));
    if (message !== null) live.announce(message.verificationId, message.sequence);
  };
}
