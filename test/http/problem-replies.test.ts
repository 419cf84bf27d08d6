import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { createErrorHandler } from '../../src/http/problem-replies.ts';

test('an unexpected failure says where it was, and nothing of what it was about, to the caller or the log', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', process: 'api', to: { write: (line) => void lines.push(line) } });
  const app = Fastify({ loggerInstance: logger });
  app.setErrorHandler(createErrorHandler({ isAway: () => false, errors: { report: () => undefined } }));
  app.get('/', () => {
    // As the database client words it: with the arguments of the call, over several lines.
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
