import type { Clock } from '../../domain/ports/clock.ts';
import type { OperatorSecrets } from '../../domain/repositories/operator-repositories.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { totpCounterOf } from './one-time-password.ts';

/** The second factor: digits from the app or, without it, a recovery code. */
export interface SecondFactor {
  totp?: string | undefined;
  recoveryCode?: string | undefined;
}

/** Whether the second factor is right. A right one is used up. Null when it is wrong or missing. */
export async function spendSecondFactor(
  db: Pick<Database, 'operators' | 'recoveryCodes'>,
  clock: Clock,
  { operatorId, secrets }: { operatorId: string; secrets: Pick<OperatorSecrets, 'totpSecret'> },
  { totp, recoveryCode }: SecondFactor,
): Promise<'totp' | 'recoveryCode' | null> {
  const { totpSecret } = secrets;
  if (totpSecret === null) return null;
  if (totp !== undefined) {
    const counter = totpCounterOf(totpSecret, totp, clock.now());
    return counter !== null && (await db.operators.useTotpCounter(operatorId, counter)) ? 'totp' : null;
  }
  if (recoveryCode === undefined) return null;
  return (await db.recoveryCodes.use(operatorId, recoveryCode)) ? 'recoveryCode' : null;
}
