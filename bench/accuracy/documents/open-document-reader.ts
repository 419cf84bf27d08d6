import { fork } from 'node:child_process';
import { once } from 'node:events';
import { compile, compiledPath } from '../../../src/embedded/compile.ts';
import { workerEnvironment } from '../../../src/embedded/worker-environment.ts';
import type { ReadAnswer, ReadRequest } from './read-messages.ts';

type Reply = ReadAnswer | { id: number; fault: string } | { ready: true };

const program = 'bench/accuracy/documents/reading-process.ts';

/**
 * Starts the process that reads, one document at a time. When the process ends, every open question fails. It runs compiled, as workers do:
 * TypeScript's loader would count as its memory.
 */
export async function openDocumentReader() {
  await compile([program]);
  const child = fork(compiledPath(program), {
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, ...workerEnvironment },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const open = new Map<number, { resolve: (answer: ReadAnswer) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  child.on('message', (reply: Reply) => {
    if ('ready' in reply) return;
    const question = open.get(reply.id);
    open.delete(reply.id);
    if ('fault' in reply) question?.reject(new Error(reply.fault));
    else question?.resolve(reply);
  });
  const ended = once(child, 'exit').then(() => {
    for (const { reject } of open.values()) reject(new Error('the reading process has ended'));
    open.clear();
  });
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('the models did not load')))]);

  return {
    read(request: Omit<ReadRequest, 'id'>): Promise<ReadAnswer> {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject });
        child.send({ ...request, id } satisfies ReadRequest);
      });
    },
    async close(): Promise<void> {
      child.kill();
      await ended;
    },
  };
}
