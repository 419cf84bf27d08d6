import { createServer, type IncomingMessage } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import { eventTypes, type EventType } from '../domain/event-type.ts';

const eventSchema = z.object({ type: z.enum(eventTypes), data: z.object({ verificationId: z.string().optional() }) });

export interface ReceivedEvent {
  type: EventType;
  verificationId: string | null;
}

export interface WebhookReceiver {
  close(): void;
}

/**
 * A host app's webhook route as it should be: the signature is verified with the official library over the bytes as they
 * came, and only then is the body read. Rejects when the port is taken.
 */
export async function startWebhookReceiver(
  options: { port: number; secret: string },
  onEvent: (event: ReceivedEvent) => void,
): Promise<WebhookReceiver> {
  const webhook = new Webhook(options.secret);
  const server = createServer((request, response) => {
    receive(request, webhook).then(
      (event) => {
        response.writeHead(204).end();
        onEvent(event);
      },
      (error: unknown) => response.writeHead(error instanceof WebhookVerificationError ? 401 : 400).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function receive(request: IncomingMessage, webhook: Webhook): Promise<ReceivedEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const verified: unknown = webhook.verify(Buffer.concat(chunks).toString('utf8'), headers);
  const { type, data } = eventSchema.parse(verified);
  return { type, verificationId: data.verificationId ?? null };
}
