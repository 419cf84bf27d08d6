import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { queueNames } from '../../src/domain/jobs/job.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import type { Row, Section } from '../section.ts';

/** Wait after the last request, so that the process has released the memory that it used to start. */
const restMs = 20_000;
const requests = 200;
const apiBarMb = 200;
/** Reading a page makes a worker large; the section of the document page measures that. */
const workerBarMb = 900;

/** Resident memory of processes that have nothing to do, each served by its own process. */
export const memoryAtRest: Section = {
  name: 'memory-at-rest',
  title: 'Memory at rest',
  async measure(stack, say) {
    const port = String(await findFreePort());
    const api = await stack.startProcess('src/server.ts', { PORT: port });
    for (let number = 0; number < requests; number += 1) {
      await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).arrayBuffer();
      await (await fetch(`http://127.0.0.1:${port}/health/ready`)).arrayBuffer();
    }
    const processes = [{ name: 'API', pid: api.pid ?? 0, barMb: apiBarMb }];
    for (const queue of queueNames) {
      const worker = await stack.startWorker(queue);
      processes.push({ name: `worker, ${queue}`, pid: worker.pid ?? 0, barMb: workerBarMb });
    }
    say(`every separate process, at rest for ${restMs / 1000} s`);
    await delay(restMs);
    return processes.map(({ name, pid, barMb }): Row => {
      const mb = residentMb(pid);
      return {
        what: name,
        measured: `${mb.toFixed(0)} MB`,
        against: '–',
        ratio: '–',
        bar: `< ${barMb} MB`,
        met: mb < barMb,
        samples: name === 'API' ? `one process, ${2 * requests} requests before` : 'one process, no job before',
      };
    });
  },
};

function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error('the process does not say how large it is');
  return (Number(kb) * 1024) / 1e6;
}
