import type { IdentityRecord } from '../../contract/identity.ts';
import { identityStatuses, type IdentityStatus } from '../../domain/verifications/identity-status.ts';
import { isReverifiable } from '../../domain/verifications/reverification.ts';
import type { Flow } from '../flows/load-flow.ts';

/**
 * Flows change independently of identities. So the stored record ends with the state that decides which flows may verify again, and the
 * reader fills in the flows.
 */
const place = ',"reverifiableBy":';
const stored = /,"reverifiableBy":\[(?:"(\w+)")?\]\}$/;
/** Longer than the longest possible end. */
const endBytes = 60;

/** The stored record: JSON, with the state in place of the flows. */
export function storedRecordOf(
  { reverifiableBy: _flows, ...record }: IdentityRecord,
  { status, running }: { status: IdentityStatus; running: boolean },
): string {
  const state = running || status === 'deleted' ? [] : [status];
  return `${JSON.stringify(record).slice(0, -1)}${place}${JSON.stringify(state)}}`;
}

/** The stored record with the flows that may verify the identity again now. */
export async function withReverifiableBy(record: Buffer, listFlows: () => Promise<readonly Flow[]>): Promise<Buffer> {
  const end = stored.exec(record.subarray(-endBytes).toString('latin1'));
  const status = identityStatuses.find((candidate) => candidate === end?.[1]);
  if (end === null || status === undefined) return record;
  const flows = (await listFlows())
    .filter(({ document }) => isReverifiable({ status, running: false }, document.reverification.from))
    .map(({ flowId }) => flowId);
  const head = record.subarray(0, record.length - end[0].length);
  return Buffer.concat([head, Buffer.from(`${place}${JSON.stringify(flows)}}`)]);
}
