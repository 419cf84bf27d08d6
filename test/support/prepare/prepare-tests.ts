import { relative, sep } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensurePrismaClient } from '../../../src/embedded/prisma-cli.ts';
import { compileSources } from './compiled-sources.ts';
import { prepareModels } from './prepare-models.ts';
import { preparePrograms } from './prepare-programs.ts';
import { prepareServers } from './prepare-servers.ts';
import { prepareWeb } from './prepare-web.ts';

/** What the chosen files need, everything at the same time: half of it is waiting for programs that start. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await ensurePrismaClient();
  const rooms = new Set(project.vitest.state.getPaths().map((path) => relative('test', path).split(sep)[0] ?? ''));
  rooms.delete('unit');
  if (rooms.size === 0) {
    await compileSources();
    return undefined;
  }
  const programsAndModels = [compileSources(), preparePrograms(), prepareModels()];
  rooms.delete('vision');
  // Every other room needs the service, so that a new one cannot be forgotten.
  if (rooms.size === 0) {
    await Promise.all(programsAndModels);
    return undefined;
  }
  const [stopServers] = await Promise.all([prepareServers(project), prepareWeb(), ...programsAndModels]);
  return stopServers;
}
