import type { Schemas } from '../api/schema.ts';

/** The person whom a verification is about; until a name was read, the end of the id. */
export function PersonName({ row }: { row: Pick<Schemas['VerificationListItem'], 'id' | 'fullName'> }) {
  return row.fullName ?? <span className="font-mono text-[13px] text-soft">…{row.id.slice(-8)}</span>;
}
