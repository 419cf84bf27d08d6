import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the engine does with a recording: transcribes it, fails, or never answers. */
export type SpeechAnswer = { text: string } | { status: number; body: string } | 'silence';

/** A fake speech recognition engine for `SPEECH_URL`; it "hears" what the test sets next. */
export async function startSpeechServer() {
  const requests: { language: string | null; contentType: string | undefined; wav: Buffer }[] = [];
  const silent = new Set<ServerResponse>();
  let answer: SpeechAnswer = { text: '' };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({
        language: new URL(request.url ?? '/', 'http://speech.test').searchParams.get('language'),
        contentType: request.headers['content-type'],
        wav: Buffer.concat(parts),
      });
      if (answer === 'silence') silent.add(response);
      else if ('text' in answer) response.end(JSON.stringify(answer));
      else response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/transcribe`,
    requests,
    hear: (next: SpeechAnswer) => void (answer = next),
    async close() {
      for (const response of silent) response.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
