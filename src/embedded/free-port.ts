import { createServer } from 'node:net';

/**
 * A TCP port on 127.0.0.1 that was free a moment ago. Another program may take it before the caller binds it, so a caller that can should
 * retry.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  if (address === null || typeof address === 'string') throw new Error('The system gave no port number');
  return address.port;
}

/**
 * Listens for a moment. Without a host, on every address.
 * @throws the system's error when that is not possible
 */
export async function tryListening(port: number, host?: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, exclusive: true, ...(host !== undefined && { host }) }, () => {
      server.close(() => {
        resolve();
      });
    });
  });
}
