import { createHmac, timingSafeEqual } from 'node:crypto';
import { startReceiver } from '../support/servers/receiver.ts';

export type ReceiverMood = 'well' | 'refuses' | 'hangs';

export interface SignedReceiver {
  url: string;
  mood: ReceiverMood;
  trust(secret: string): void;
  /** Ids of events that it accepted, with how often, and every body under an id. */
  seen: ReadonlyMap<string, { times: number; bodies: ReadonlySet<string> }>;
  /** Requests whose signature does not fit their body. */
  forged: () => number;
  close(): Promise<void>;
}

/** A client's own receiver, which checks each signature as Standard Webhooks specifies, without code of the service. */
export async function startSignedReceiver(): Promise<SignedReceiver> {
  const secrets: Buffer[] = [];
  const seen = new Map<string, { times: number; bodies: Set<string> }>();
  let forged = 0;
  const state = { mood: 'well' as ReceiverMood };

  const receiver = await startReceiver((response, { headers, body }) => {
    if (state.mood === 'hangs') return;
    if (state.mood === 'refuses') {
      response.writeHead(500).end();
      return;
    }
    const id = String(headers['webhook-id']);
    const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
    const given = String(headers['webhook-signature']).split(' ');
    const fits = secrets.some((secret) => {
      const wanted = Buffer.from(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
      return given.some((one) => one.length === wanted.length && timingSafeEqual(Buffer.from(one), wanted));
    });
    if (!fits) forged += 1;
    const known = seen.get(id) ?? { times: 0, bodies: new Set<string>() };
    known.times += 1;
    known.bodies.add(body);
    seen.set(id, known);
    response.writeHead(204).end();
  });
  return {
    url: receiver.url,
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    trust: (secret) => void secrets.push(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
    seen,
    forged: () => forged,
    close: () => receiver.close(),
  };
}
