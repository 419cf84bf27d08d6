import type { Clock } from '../../domain/ports/clock.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { ReportSignatures } from '../../domain/ports/messages/delivery-reports.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { noteUndeliverable } from './note-undeliverable.ts';

/** A provider says what became of a message. Reports may come twice, late and in any order. */
export function createTakeDeliveryReport({
  db,
  flows,
  live,
  clock,
  signatures,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  /** Null: no provider is configured that could report. */
  signatures: ReportSignatures | null;
}) {
  return async function takeDeliveryReport({
    codeSendId,
    status,
    ...report
  }: {
    codeSendId: string;
    status: string;
    path: string;
    fields: Readonly<Record<string, string>>;
    signature: string;
  }): Promise<void> {
    if (signatures?.isGenuine(report) !== true) throw new Problem('provider.signature_invalid');
    if (status === 'delivered') await db.codeSends.setState(codeSendId, 'delivered');
    if (status !== 'undelivered' && status !== 'failed') return;
    const said = await db.transaction((tx) => noteUndeliverable(tx, { codeSendId, flows, clock }));
    if (said !== null) live.announce(said.verificationId, said.sequence);
  };
}
