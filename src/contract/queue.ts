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
          dueJobs: z.int().min(0).meta({ description: 'Could run now, or are under way.' }),
          laterJobs: z.int().min(0).meta({ description: 'Wait for their time, such as a webhook’s next attempt.' }),
          oldestSeconds: z.number().min(0).meta({ description: 'For how long the oldest due job could have run.' }),
          workers: z.int().min(0).meta({ description: 'Processes that serve the queue.' }),
        }),
      )
      .max(20),
  }),
  {
    description: 'The work that is not done yet.',
    example: { queues: [{ name: 'document', dueJobs: 3, laterJobs: 0, oldestSeconds: 1.6, workers: 2 }] },
  },
);
