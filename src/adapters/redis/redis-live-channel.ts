import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import { connectPatientRedis, connectRedis, type RedisAddress } from './redis-connection.ts';

/** Session messages announced over Redis publish/subscribe: one subscription per process and verification, however many sockets. */
export function createRedisLiveChannel(options: RedisAddress & { prefix: string }): LiveChannel {
  const publisher = connectRedis(options, { pipelined: true });
  const subscriber = connectPatientRedis(options);
  const listeners = new Map<string, Set<(sequence: number) => void>>();
  const channelOf = (verificationId: string) => `${options.prefix}:live:${verificationId}`;

  subscriber.on('message', (channel: string, message: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(Number(message));
  });

  return {
    announce(verificationId, sequence) {
      publisher.publish(channelOf(verificationId), String(sequence)).catch(() => undefined);
    },

    subscribe(verificationId, onAnnouncement) {
      const channel = channelOf(verificationId);
      const known = listeners.get(channel);
      if (known) {
        known.add(onAnnouncement);
      } else {
        listeners.set(channel, new Set([onAnnouncement]));
        subscriber.subscribe(channel).catch(() => undefined);
      }
      return () => {
        const left = listeners.get(channel);
        left?.delete(onAnnouncement);
        if (left?.size === 0) {
          listeners.delete(channel);
          subscriber.unsubscribe(channel).catch(() => undefined);
        }
      };
    },

    close() {
      publisher.disconnect();
      subscriber.disconnect();
      return Promise.resolve();
    },
  };
}
