import { createServer, type IncomingMessage } from 'node:http';
import { openWebhook, WebhookRefused, type WebhookEvent } from '../../openapi/client/open-webhook.ts';

export interface WebhookReceiver {
  close(): void;
}

/**
 * A host app's webhook route as it should be: the typed client verifies the signature over the bytes as they came,
 * and only then reads the body. Rejects when the port is taken.
 */
export async function startWebhookReceiver(
  options: { port: number; secret: string },
  onEvent: (event: WebhookEvent) => void,
): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    receive(request, options.secret).then(
      (event) => {
        response.writeHead(204).end();
        onEvent(event);
      },
      (error: unknown) => response.writeHead(error instanceof WebhookRefused ? 401 : 400).end(),
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

async function receive(request: IncomingMessage, secret: string): Promise<WebhookEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return openWebhook(Buffer.concat(chunks), request.headers, secret);
}
