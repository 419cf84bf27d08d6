import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { createErrorHandler, refuseWhileClosing } from '../../src/http/problem-replies.ts';

test('an unexpected failure says where it was, and nothing of the data, to the caller or the log', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', process: 'api', to: { write: (line) => void lines.push(line) } });
  const app = Fastify({ loggerInstance: logger });
  app.setErrorHandler(createErrorHandler({ isAway: () => false, errors: { report: () => undefined } }));
  app.get('/', () => {
    // As the database client phrases it: with the arguments of the call, over several lines.
    throw new Error('Invalid call\n  name: "Quorvexlim",\nat least one of them is Quorvexlim');
  });
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'service.internal_error', retryable: true });
  expect(answer.body).not.toContain('Quorvexlim');
  const log = lines.join('');
  expect(log).toContain('problem-replies.test.ts');
  expect(log).not.toContain('Quorvexlim');
  await app.close();
});

test('a request that comes while the process ends gets a Retry-After, and one in progress is served', async () => {
  const app = Fastify({ return503OnClosing: false });
  refuseWhileClosing(app);
  let resolve: (text: string) => void = () => undefined;
  const served = new Promise<string>((done) => (resolve = done));
  app.get('/', () => served);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => (answers += bytes.toString()));
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  ask();
  await expect.poll(() => app.server.listening).toBe(true);
  await new Promise((done) => setTimeout(done, 100));
  const closed = app.close();
  await new Promise((done) => setTimeout(done, 50));
  ask();
  await new Promise((done) => setTimeout(done, 50));
  resolve('served');
  await once(socket, 'close');
  await closed;
  expect(answers).toMatch(/^HTTP\/1\.1 200 [^]*served/);
  expect(answers).toMatch(/HTTP\/1\.1 503 [^]*retry-after: \d+[^]*"code":"service\.unavailable"/i);
});
