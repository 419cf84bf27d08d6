import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks for a secret without showing it. What is piped in is read as one line: secrets never appear in arguments. */
export async function askSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
