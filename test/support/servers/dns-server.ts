import { createSocket } from 'node:dgram';

/** MX hosts of a domain; none at all means that the name does not exist; `silence` is no answer. */
export type DnsZone = Readonly<Record<string, readonly string[] | 'silence'>>;

/** A resolver on this machine that knows MX records and nothing else (RFC 1035, over UDP). */
export async function startDnsServer(zone: DnsZone) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = readName(query, 12);
    const hosts = zone[name.toLowerCase()];
    if (hosts === 'silence') return;
    const isMx = query.readUInt16BE(end) === 15;
    const answers = isMx ? (hosts ?? []) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // An answer, recursion available; 3 is "no such name".
    header.writeUInt16BE(0x8180 | (hosts === undefined ? 3 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    const question = query.subarray(12, end + 4);
    socket.send(Buffer.concat([header, question, ...answers.map(mxRecord)]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function readName(packet: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function mxRecord(host: string): Buffer {
  const labels = host === '.' ? [] : host.split('.');
  const name = Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'ascii')])),
    Buffer.of(0),
  ]);
  const record = Buffer.alloc(14);
  // A pointer to the name in the question, MX, IN, a minute, then the length of what follows and the preference.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(15, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(name.length + 2, 10);
  record.writeUInt16BE(10, 12);
  return Buffer.concat([record, name]);
}
