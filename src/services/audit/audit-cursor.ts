import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../domain/faults/errors.ts';

/** A line, as its number and hash. */
export interface AuditPlace {
  sequence: number;
  hash: Buffer;
}

/** How far a check of one client's chain has come. */
export interface AuditWalk {
  clientId: string;
  /** The line after which the check began; 0: with the first one. */
  from: number;
  /** The last line that was checked. */
  at: AuditPlace;
  /** The end of the chain when the check began; null when no genuine one was there. */
  until: AuditPlace | null;
  entries: number;
  startedAt: Date;
}

/** The purpose of the installation's key that signs cursors. */
export const cursorPurpose = 'audit cursors';
/** What was checked before that could have been changed since. */
const validMs = 24 * 3_600_000;
const macBytes = 32;

const placeSchema = z.tuple([z.int().min(0), z.string()]);
const walkSchema = z.tuple([z.string(), z.int().min(0), placeSchema, placeSchema.nullable(), z.int(), z.int()]);

const place = ({ sequence, hash }: AuditPlace) => [sequence, hash.toString('base64url')] as const;
const placeOf = ([sequence, hash]: z.infer<typeof placeSchema>) => ({ sequence, hash: Buffer.from(hash, 'base64url') });

/** Signed: the last page says `intact` of all pages, so only the service may say what was checked. */
export function sealCursor(key: Buffer, { clientId, from, at, until, entries, startedAt }: AuditWalk): string {
  const text = JSON.stringify([clientId, from, place(at), until && place(until), entries, startedAt.getTime()]);
  return Buffer.concat([macOf(key, text), Buffer.from(text)]).toString('base64url');
}

/** @throws Problem `request.invalid` for a cursor that is not ours, of another client, or older than a day */
export function openCursor(key: Buffer, { clientId, now }: { clientId: string; now: Date }, cursor: string): AuditWalk {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(macBytes).toString('utf8');
  const mac = bytes.subarray(0, macBytes);
  if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(key, text))) throw notACursor();
  const [of, from, at, until, entries, startedAt] = walkSchema.parse(JSON.parse(text));
  if (of !== clientId || now.getTime() - startedAt > validMs) throw notACursor();
  return {
    ...{ clientId, from, entries },
    at: placeOf(at),
    until: until && placeOf(until),
    startedAt: new Date(startedAt),
  };
}

function macOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function notACursor(): Problem {
  const fault = {
    pointer: 'query:/after',
    code: 'value.not_valid',
    detail: 'is not a cursor of this check, or too old',
  };
  return new Problem('request.invalid', { errors: [fault] });
}
