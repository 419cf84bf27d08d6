import type { DemoFile } from '../demo/demo-file.ts';
import type { Attack } from './attack.ts';
import { openAttackedService } from './attacked-service.ts';
import { chosenEncryption, deviceMetadata, publishedPhoto, replayedSelfie } from './identities.ts';
import { forgedZone, galleryFile, scriptDrawnFile } from './papers.ts';

export const attacks: readonly Attack[] = [
  publishedPhoto,
  replayedSelfie,
  scriptDrawnFile,
  forgedZone,
  galleryFile,
  deviceMetadata,
  chosenEncryption,
];

/** Tries every attack and prints what stopped it. Returns the number of attacks that were not stopped. */
export async function runAttacks(settings: DemoFile, dir: string, print: (line: string) => void): Promise<number> {
  const service = await openAttackedService(settings, dir);
  let missed = 0;
  for (const [index, attack] of attacks.entries()) {
    print(`\n${index + 1}. ${attack.title}\n   ${attack.does}`);
    const { by, seen } = await attack.run(service);
    if (by === null) missed += 1;
    print(`   ${by === null ? 'NOT STOPPED' : `stopped by ${by}`}\n   ${seen}`);
  }
  const stopped = attacks.length - missed;
  print(`\n${stopped} of ${attacks.length} attacks were stopped. What is not stopped: docs/security.md\n`);
  return missed;
}
