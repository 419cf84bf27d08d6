import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Network {
  port: number;
  /** Each piece of data is delayed by this, in both directions. */
  slow(delayMs: number): void;
  /** Ends every connection, and every new one at once, until `heal`. */
  cut(): void;
  /** Ends every connection once; new ones work. */
  drop(): void;
  heal(): void;
  close(): Promise<void>;
}

/** The connection to a server, which can be slow or cut. */
export async function startNetwork(targetPort: () => number): Promise<Network> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let isCut = false;

  const late = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (delayMs === 0) done(null, chunk);
        else setTimeout(() => done(null, chunk), delayMs);
      },
    });

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(targetPort(), '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(late()).pipe(far);
    far.pipe(late()).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    slow: (ms) => void (delayMs = ms),
    cut() {
      isCut = true;
      drop();
    },
    drop,
    heal() {
      delayMs = 0;
      isCut = false;
    },
    async close() {
      drop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
