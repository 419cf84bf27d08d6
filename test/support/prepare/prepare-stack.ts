import type { TestProject } from 'vitest/node';
import { prepareModels } from './prepare-models.ts';
import { preparePrograms } from './prepare-programs.ts';
import { prepareServers } from './prepare-servers.ts';
import { prepareWeb } from './prepare-web.ts';

/** Everything that the service needs, at the same time: half of it is waiting for programs that start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopServers] = await Promise.all([prepareServers(project), preparePrograms(), prepareModels(), prepareWeb()]);
  return stopServers;
}
