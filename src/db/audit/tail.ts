import { isAuditMac } from '../../domain/encryption/audit-mac.ts';
import type { AuditTail } from '../../domain/repositories/audit-repository.ts';
import type { Statements } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';
import { lineNumber } from './line-number.ts';

interface TailRow {
  head: { sequence: number; hash: string; mac: string } | null;
  headHeld: boolean;
  newest: { id: string; sequence: number } | null;
  checkpoint: { sequence: number; previous: number; hash: string; mac: string } | null;
  /** A column by itself, for the driver's reading of times. */
  checkpointAt: Date | null;
  checkpointHeld: boolean;
}

const hasLine = (alias: string) => `exists (
  select 1 from audit_entries e where e.client_id = $1 and coalesce(e.long_sequence, e.sequence) = ${alias}.number and e.hash = ${alias}.hash)`;

/** One statement, so that lines which are appended meanwhile are in all of it or in nothing. */
const tailQuery = `
  with head as (
         select ${lineNumber} as number, hash, mac from audit_heads where client_id = $1),
       newest as (
         select id, ${lineNumber} as number from audit_entries where client_id = $1 order by ${lineNumber} desc limit 1),
       checkpoint as (
         select sequence as number, previous, hash, at, mac from audit_checkpoints where client_id = $1
          order by sequence desc limit 1)
  select (select jsonb_build_object('sequence', number, 'hash', encode(hash, 'hex'), 'mac', encode(mac, 'hex')) from head) as head,
         (select ${hasLine('head')} from head) as "headHeld",
         (select jsonb_build_object('id', id, 'sequence', number) from newest) as newest,
         (select jsonb_build_object('sequence', number, 'previous', previous, 'hash', encode(hash, 'hex'), 'mac', encode(mac, 'hex'))
            from checkpoint) as checkpoint,
         (select at from checkpoint) as "checkpointAt",
         (select ${hasLine('checkpoint')} from checkpoint) as "checkpointHeld"`;

export async function findTail(
  statements: Statements,
  keys: Pick<DataKeys, 'clientKey'>,
  clientId: string,
): Promise<AuditTail> {
  const { rows } = await statements.query<TailRow>({ name: 'find-audit-tail', text: tailQuery, values: [clientId] });
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without a table answered no row');
  const end = row.head && { clientId, sequence: row.head.sequence, hash: Buffer.from(row.head.hash, 'hex') };
  const mac = Buffer.from(row.head?.mac ?? '', 'hex');
  return {
    end: end && { ...end, genuine: isAuditMac(await keys.clientKey(clientId), end, mac), held: row.headHeld },
    newest: row.newest,
    checkpoint: row.checkpoint &&
      row.checkpointAt && {
        ...row.checkpoint,
        clientId,
        hash: Buffer.from(row.checkpoint.hash, 'hex'),
        mac: Buffer.from(row.checkpoint.mac, 'hex'),
        at: row.checkpointAt,
        held: row.checkpointHeld,
      },
  };
}
