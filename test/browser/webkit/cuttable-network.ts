import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface CuttableNetwork {
  port: number;
  /** Every connection breaks, and no new one is made. */
  cut(): void;
  repair(): void;
  close(): Promise<void>;
}

/** A way to the service that can be cut, for browsers whose network a test cannot take away. */
export async function cuttableNetwork(to: string): Promise<CuttableNetwork> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const service = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(service).pipe(client);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port, // It listens on a port.
    cut() {
      isCut = true;
      drop();
    },
    repair() {
      isCut = false;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        drop();
      }),
  };
}
