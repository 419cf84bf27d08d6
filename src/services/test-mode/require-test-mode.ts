import { Problem } from '../../domain/faults/errors.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/** Live clients cannot simulate anything or move the clock. @throws Problem `test_mode.required` */
export async function requireTestMode(db: Pick<Repositories, 'clients'>, clientId: string): Promise<void> {
  const client = await db.clients.find(clientId);
  if (client?.mode !== 'test') throw new Problem('test_mode.required');
}
