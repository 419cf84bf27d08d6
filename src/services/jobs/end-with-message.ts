import type { LiveChannel, StoredMessage } from '../../domain/ports/live-channel.ts';
import type { DatabaseCaller, Repositories } from '../../domain/repositories/repositories.ts';
import type { JobEnd } from './run-job.ts';

/** The end of a job that stores its result with a session message. `store` returns null when the session gets none. */
export function endWithMessage(
  live: Pick<LiveChannel, 'announce'>,
  store: (tx: Repositories) => Promise<StoredMessage | null>,
  caller?: DatabaseCaller,
): JobEnd {
  let message: StoredMessage | null = null;
  return {
    ...(caller !== undefined && { caller }),
    async store(tx) {
      message = await store(tx);
    },
    announce() {
      if (message !== null) live.announce(message.verificationId, message.sequence);
    },
  };
}
