import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** The file that `npm start` leaves for people who want to try the service: `.verify/demo.json`. */
const demoFileSchema = z.object({
  baseUrl: z.url(),
  clientId: z.string(),
  flows: z.record(z.string(), z.string()),
  apiToken: z.string(),
  webhookSecret: z.string().nullable(),
  /** Admits the first owner; absent once there is one. */
  setUpToken: z.string().optional(),
});

export type DemoFile = z.output<typeof demoFileSchema>;

export const demoFileIn = (dir: string) => path.resolve(dir, 'demo.json');

/** Null when there is none, or none that this version understands. */
export function readDemoFile(dir: string): DemoFile | null {
  try {
    return demoFileSchema.parse(JSON.parse(readFileSync(demoFileIn(dir), 'utf8')));
  } catch {
    return null;
  }
}

/** Readable only by its owner, because it contains a token. */
export function writeDemoFile(dir: string, demo: DemoFile): void {
  writeFileSync(demoFileIn(dir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
