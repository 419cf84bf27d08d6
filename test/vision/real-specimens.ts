import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Pictures of real specimen documents are kept next to the repository; they are data for tests and no part of it. */
export const realSpecimensDir = fileURLToPath(new URL('../../../shared/specimens/', import.meta.url));

const formats = { TD1: 'TD1', TD2: 'TD2', TD3: 'TD3', MRVA: 'MRV-A', MRVB: 'MRV-B' } as const;

const truthSchema = z.array(
  z.object({
    file: z.string(),
    docType: z.enum(['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB']).transform((type) => formats[type]),
    mrz: z.array(z.string()),
    printedInvalid: z.boolean(),
    legible: z.enum(['good', 'poor']),
  }),
);

export type RealSpecimen = z.infer<typeof truthSchema>[number] & { picture: Buffer };

/** All of them, or none, with a message, if the folder is absent. */
export function listRealSpecimens(): RealSpecimen[] {
  const truth = join(realSpecimensDir, 'truth.json');
  if (!existsSync(truth)) {
    console.warn(`SKIPPED: no pictures of real specimens at ${realSpecimensDir}`);
    return [];
  }
  return truthSchema
    .parse(JSON.parse(readFileSync(truth, 'utf8')))
    .map((entry) => ({ ...entry, picture: readFileSync(join(realSpecimensDir, entry.file)) }));
}
