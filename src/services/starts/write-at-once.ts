import type { Effect } from '../../domain/jobs/effect.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import {
  chooseConfiguration,
  namedConfigurationOf,
  type ConfigurationChoice,
} from '../encryption/choose-configuration.ts';

/**
 * Writes a start on a new identity with one statement: alone, or in a transaction with the choice of the key that it is encrypted to and
 * with the response for an Idempotency-Key.
 */
export async function writeAtOnce<Result>(
  db: Database,
  write: (starts: Database['starts']) => Promise<unknown>,
  { result, effect, encryption }: { result: Result; effect: Effect<Result>; encryption: ConfigurationChoice },
): Promise<Result> {
  if (effect.keyed || namedConfigurationOf(encryption) !== null) {
    const { clientId } = encryption;
    const writeAll = async (tx: Repositories) => {
      await write(tx.starts);
      await chooseConfiguration(tx, encryption);
      await effect.record(tx, result);
    };
    await db.onBehalfOf({ clientId, verificationId: null }, () => db.transaction(writeAll));
  } else {
    await write(db.starts);
  }
  return result;
}
