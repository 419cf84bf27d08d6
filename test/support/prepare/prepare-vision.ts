import { prepareModels } from './prepare-models.ts';
import { preparePrograms } from './prepare-programs.ts';

export default async function setup(): Promise<void> {
  await Promise.all([preparePrograms(), prepareModels()]);
}
