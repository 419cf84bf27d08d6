import { isDatabaseAway } from '../../db/connection/is-away.ts';
import { StorageAway } from '../../domain/ports/object-store.ts';
import { describeFault } from '../../domain/faults/describe-fault.ts';
import { CouldNotLook, severities, type Finding, type Look } from './look.ts';
import type { Surroundings } from './surroundings.ts';

/** A look that takes longer counts as not made. */
const lookWithinMs = 30_000;

export interface Examination {
  /** The most severe first. */
  findings: Finding[];
  notLooked: { about: string; why: string }[];
  /** The number of looks without findings. */
  sound: number;
}

/** Runs every look. A failed one is reported and does not stop the others. */
export async function examine(place: Surroundings, looks: readonly Look[]): Promise<Examination> {
  const results = await Promise.all(
    looks.map(async (look) => {
      try {
        return { look, found: await withinTime(look.look(place)), why: null };
      } catch (error) {
        return { look, found: [], why: explain(error) };
      }
    }),
  );
  const findings = results.flatMap(({ look, found }) =>
    found.map(({ code, says }) => {
      const condition = look.finds[code];
      if (condition === undefined) throw new Error(`the look at ${look.about} does not declare ${code}`);
      return { code, says, ...condition };
    }),
  );
  return {
    findings: findings.sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity)),
    notLooked: results.flatMap(({ look: { about }, why }) => (why === null ? [] : [{ about, why }])),
    sound: results.filter(({ found, why }) => found.length === 0 && why === null).length,
  };
}

/** 1: something is broken or at risk. 2: nothing is, as far as the looks could tell. 0: at most advice. */
export function exitCodeOf({ findings, notLooked }: Pick<Examination, 'findings' | 'notLooked'>): number {
  if (findings.some(({ severity }) => severity !== 'advice')) return 1;
  return notLooked.length > 0 ? 2 : 0;
}

async function withinTime<T>(looking: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CouldNotLook('it took too long')), lookWithinMs);
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown): string {
  if (error instanceof CouldNotLook) return error.message;
  if (isDatabaseAway(error)) return 'the database does not answer';
  if (error instanceof StorageAway) return 'the object store does not answer';
  return describeFault(error);
}
