import { createConnection } from 'node:net';

/**
 * Logs in to the Redis on this port and sends one command without arguments. Resolves with the first line of the response (`+PONG`), or
 * with undefined when no server answers or it does not accept the password: then it is not our Redis.
 */
export function askRedis(port: number, password: string, command: 'PING' | 'SHUTDOWN'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    let answer = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      socket.write(`*2\r\n$4\r\nAUTH\r\n$${String(Buffer.byteLength(password))}\r\n${password}\r\n`);
      socket.write(`*1\r\n$${String(command.length)}\r\n${command}\r\n`);
    });
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString('latin1');
      const [login, reply] = answer.split('\r\n');
      if (login?.startsWith('-') === true || (reply !== undefined && reply !== '')) socket.end();
    });
    socket.on('close', () => {
      const [login, reply] = answer.split('\r\n');
      resolve(login === '+OK' ? (reply ?? '') : undefined);
    });
  });
}
