import { isDatabaseAway } from '../../db/connection/is-away.ts';
import { StorageAway } from '../../domain/ports/object-store.ts';
import { describeFault } from '../../domain/faults/describe-fault.ts';
import { within } from '../../domain/within.ts';
import { CannotCheck, severities, type DoctorCheck, type Finding } from './doctor-check.ts';
import type { CheckContext } from './check-context.ts';

/** A check that takes longer counts as not made. */
const checkWithinMs = 30_000;

export interface DoctorReport {
  /** The most severe first. */
  findings: Finding[];
  notChecked: { about: string; why: string }[];
  /** The number of checks without findings. */
  sound: number;
}

/** Runs every check. A failed one is reported and does not stop the others. */
export async function runChecks(context: CheckContext, checks: readonly DoctorCheck[]): Promise<DoctorReport> {
  const results = await Promise.all(
    checks.map(async (check) => {
      try {
        if (context.stopped && check.needsRunning === true) throw new CannotCheck('the service does not run');
        return { check, found: await within(checkWithinMs, check.run(context), tooLate), why: null };
      } catch (error) {
        return { check, found: [], why: explain(error) };
      }
    }),
  );
  const findings = results.flatMap(({ check, found }) =>
    found.map(({ code, says }) => {
      const condition = check.finds[code];
      if (condition === undefined) throw new Error(`the check of ${check.about} does not declare ${code}`);
      return { code, says, ...condition };
    }),
  );
  return {
    findings: findings.sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity)),
    notChecked: results.flatMap(({ check: { about }, why }) => (why === null ? [] : [{ about, why }])),
    sound: results.filter(({ found, why }) => found.length === 0 && why === null).length,
  };
}

/** 1: something is broken or at risk. 2: nothing is, but some checks could not be made. 0: at most advice. */
export function exitCodeOf({ findings, notChecked }: Pick<DoctorReport, 'findings' | 'notChecked'>): number {
  if (findings.some(({ severity }) => severity !== 'advice')) return 1;
  return notChecked.length > 0 ? 2 : 0;
}

function tooLate(): never {
  throw new CannotCheck('it took too long');
}

function explain(error: unknown): string {
  if (error instanceof CannotCheck) return error.message;
  if (isDatabaseAway(error)) return 'the database does not answer';
  if (error instanceof StorageAway) return 'the object store does not answer';
  return describeFault(error);
}
