import { z } from 'zod';
import { queueNames } from '../domain/jobs/job.ts';
import { named } from '../steps/named-schema.ts';

export const queuesSchema = named(
  'Queues',
  z.object({
    queues: z
      .array(
        z.object({
          name: z.enum(queueNames),
          dueJobs: z.int().min(0).meta({ description: 'Number of jobs that can run now or are running.' }),
          laterJobs: z
            .int()
            .min(0)
            .meta({ description: 'Number of jobs that wait for a later time, such as a webhook’s next attempt.' }),
          oldestSeconds: z.number().min(0).meta({ description: 'How long the oldest due job has waited, in seconds.' }),
          workers: z.int().min(0).meta({ description: 'Number of worker processes that serve the queue.' }),
        }),
      )
      .max(20),
  }),
  {
    description: 'The work that is not done yet.',
    example: { queues: [{ name: 'document', dueJobs: 3, laterJobs: 0, oldestSeconds: 1.6, workers: 2 }] },
  },
);
