import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

export interface Receiver {
  url: string;
  port: number;
  requests: ReceivedRequest[];
  /** Connections so far, with or without a request. */
  connections(): number;
  close(): Promise<void>;
}

export type Answering = (response: ServerResponse, request: ReceivedRequest) => void;

/** A webhook receiver on this machine. `answer` gets each request when it has come in whole. */
export async function startReceiver(
  answer: Answering = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const { server, close } = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        atMs: performance.now(),
      };
      requests.push(received);
      answer(response, received);
    });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, requests, connections: () => connections, close };
}

/** On every address of this machine, IPv6 included where there is one. */
async function listen(listener: RequestListener): Promise<{ server: Server; close(): Promise<void> }> {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.once('error', () => server.listen(0, '0.0.0.0', resolve));
    server.listen(0, resolve);
  });
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
