import { readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { reencodePicture } from '../../../src/adapters/native/decoding/decode-picture.ts';
import { serveDecoder } from '../../../src/adapters/native/decoding/serve-decoder.ts';

/** A process that decodes pictures with the faults of a compromised library: the first bytes of a file choose the fault. */
const held: Buffer[] = [];

serveDecoder(async ({ ask }, picture) => {
  const word = picture.subarray(0, 12).toString('latin1').split(' ')[0];
  if (word === 'crash') process.abort();
  if (word === 'leave') process.exit(0);
  if (word === 'hang') for (;;);
  if (word === 'bloat') for (;;) held.push(Buffer.alloc(50_000_000, 1));
  const picked = { answer: 'picture', format: 'jpeg', orientation: 1 } as const;
  // The file itself instead of a copy: as a compromised process would pass it on.
  if (word === 'lie') return { message: picked, payload: picture };
  if (word === 'flood') for (;;) process.stdout.write(Buffer.alloc(1_000_000, 0xff));
  if (word === 'look') {
    return { message: { answer: 'flat-areas', areas: { areas: seen(), flatShare: 0, blankShare: 0 } } };
  }
  if (ask === 'measure-flat-areas') return { message: { answer: 'flat-areas', areas: null } };
  const decoded = await reencodePicture(picture);
  if ('fault' in decoded) return { message: { answer: 'fault', fault: decoded.fault } };
  return { message: { answer: 'picture', ...decoded.from }, payload: decoded.jpeg };
});

/** How many settings of the parent, network addresses and processes it sees, without the shell that started it. */
function seen(): number {
  const settings = ['PATH', 'HOME', 'VERIFY_TEST_SECRET'].filter((name) => name in process.env);
  const addresses = Object.values(networkInterfaces()).flat();
  const known = [process.pid, process.ppid].map(String);
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !known.includes(name));
  return settings.length + addresses.length + others.length;
}
