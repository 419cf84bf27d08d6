import { readFileSync } from 'node:fs';
import { z } from 'zod';

const demoHostSchema = z.object({
  clientId: z.string().max(100),
  flows: z.record(z.string().max(100), z.string().max(100)),
  apiToken: z.string().max(200),
});

/** The demo client of `npm start`. Null: this installation shows no demo. */
export function readDemoHost(file: string | null): z.output<typeof demoHostSchema> | null {
  return file === null ? null : demoHostSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
