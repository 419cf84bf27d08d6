import { expect, test } from 'vitest';
import { queueNames } from '../../../src/domain/jobs/job.ts';
import { workerGroups } from '../../../src/embedded/worker-groups.ts';

test('every queue is served by one group of workers, and none by two', () => {
  expect(Object.values(workerGroups).flat().sort()).toEqual([...queueNames].sort());
});
