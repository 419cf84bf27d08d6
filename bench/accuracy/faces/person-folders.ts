import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { UsageFault } from '../section.ts';

/** A picture of a known person, in a folder `person/picture` or `person/sitting/picture`. */
export interface PersonPicture {
  label: string;
  person: string;
  /** Pictures of one sitting resemble each other for other reasons than the person; null: each picture is a sitting. */
  sitting: string | null;
  group: string;
  jpeg: Buffer;
}

const groupsSchema = z.record(z.string().min(1).max(100), z.array(z.string()));
const ungrouped = 'everyone else';
const isPicture = (file: string) => /\.(jpe?g|png|webp|bmp|tiff?)$/i.test(file);
const normaliser = createImageNormaliser();

/** Whether the folder holds people rather than pictures. */
export function holdsPeople(dir: string): boolean {
  return existsSync(dir) && !existsSync(path.join(dir, 'truth.json'));
}

/**
 * Every picture below a folder of people, in the order of their names. `groupsFile`: JSON that gives each group's people, such as
 * `{"women over 60": ["anna", "maria"]}`; it is `groups.json` in the folder when left out. @throws UsageFault
 */
export async function* readPeople(dir: string, groupsFile?: string): AsyncGenerator<PersonPicture> {
  const groups = readGroups(groupsFile ?? path.join(dir, 'groups.json'), groupsFile !== undefined);
  const known = new Set(foldersIn(dir));
  for (const person of groups.keys()) {
    if (!known.has(person)) throw new UsageFault(`The groups name ${person}, of whom there is no folder.`);
  }
  for (const person of known) {
    const group = groups.get(person) ?? ungrouped;
    const own = path.join(dir, person);
    const loose = readdirSync(own).filter(isPicture).sort();
    for (const file of loose) yield await read(path.join(own, file), { person, sitting: null, group });
    for (const sitting of foldersIn(own)) {
      const files = readdirSync(path.join(own, sitting)).filter(isPicture).sort();
      for (const file of files) yield await read(path.join(own, sitting, file), { person, sitting, group });
    }
  }
}

function foldersIn(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** The group of each person. */
function readGroups(file: string, isNamed: boolean): Map<string, string> {
  if (!isNamed && !existsSync(file)) return new Map();
  try {
    const groups = groupsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(Object.entries(groups).flatMap(([group, people]) => people.map((person) => [person, group])));
  } catch (error) {
    throw new UsageFault(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

async function read(file: string, about: Pick<PersonPicture, 'person' | 'sitting' | 'group'>): Promise<PersonPicture> {
  const result = await normaliser.normalise(readFileSync(file));
  if ('fault' in result) throw new UsageFault(`${file}: ${result.fault}`);
  return { ...about, label: `${about.person}/${path.basename(file)}`, jpeg: result.image.jpeg };
}
