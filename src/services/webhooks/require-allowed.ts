import { Problem } from '../../domain/faults/errors.ts';
import { TargetRefused, type TargetGuard } from '../../domain/ports/target-guard.ts';

/** @throws Problem `webhook.url_not_allowed` */
export async function requireAllowed(guard: TargetGuard, url: string, rules: { httpsOnly: boolean }): Promise<void> {
  try {
    await guard.check(url, rules);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw new Problem('webhook.url_not_allowed', { detail: `The URL ${error.message}.` });
  }
}
