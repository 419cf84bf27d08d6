import type { Schemas } from '../api/schema.ts';

/** Whom a verification is about; as long as nothing was read, the end of its id. */
export function PersonName({ row }: { row: Pick<Schemas['VerificationListItem'], 'id' | 'fullName'> }) {
  return row.fullName ?? <span className="font-mono text-[13px] text-soft">…{row.id.slice(-8)}</span>;
}
