import { createServer, type Socket } from 'node:net';

/** A sentinel that names one primary, and can say that it was replaced. It speaks as much of RESP3 as a client needs. */
export interface Sentinel {
  port: number;
  /** The answer to the next client that asks for the primary waits until `act` has ended. */
  beforeNextAnswer(act: () => Promise<void>): void;
  /** How many connections listen for a failover. */
  subscribers(): number;
  announceFailover(): void;
  close(): Promise<void>;
}

export async function startSentinel(primary: { host: string; port: number }): Promise<Sentinel> {
  const sockets = new Set<Socket>();
  const subscribers = new Set<Socket>();
  let act: (() => Promise<void>) | null = null;

  async function answer(socket: Socket, words: readonly string[]): Promise<void> {
    const [command, question] = words.map((word) => word.toLowerCase());
    if (command === 'subscribe') {
      subscribers.add(socket);
      socket.write(`>3\r\n${bulk('subscribe')}${bulk(words[1] ?? '')}:1\r\n`);
    } else if (question === 'get-master-addr-by-name') {
      const before = act;
      act = null;
      await before?.();
      socket.write(`*2\r\n${bulk(primary.host)}${bulk(String(primary.port))}`);
    } else socket.write(question === 'sentinels' ? '*0\r\n' : '+OK\r\n');
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      subscribers.delete(socket);
    });
    socket.on('data', (data) => {
      // Each command is an array of bulk strings, and none of a sentinel's is long enough to be cut.
      for (const [, ...lines] of data
        .toString()
        .split(/^\*\d+\r\n/m)
        .map((text) => ['', ...text.split('\r\n')])) {
        const words = lines.filter((line, index) => index % 2 === 1 && line !== '');
        if (words.length > 0) void answer(socket, words);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sentinel has no port');
  return {
    port: address.port,
    beforeNextAnswer(given) {
      act = given;
    },
    subscribers: () => subscribers.size,
    announceFailover() {
      for (const socket of subscribers) {
        socket.write(`>3\r\n${bulk('message')}${bulk('+switch-master')}${bulk('somebody')}`);
      }
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
