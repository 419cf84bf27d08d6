import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Set by `npm run screens`: where the pictures of screens and pages go. */
const folder = process.env.SCREENS_DIR;

/** `npm run screens` is no suite: it only takes pictures. axe would double its length, and the full suite asks it about every screen. */
export const onlyPictures = folder !== undefined;

/** Where a picture of this name goes; null if no pictures were requested. */
export function pictureFile(group: 'flow' | 'dashboard', name: string): string | null {
  if (folder === undefined) return null;
  mkdirSync(join(folder, group), { recursive: true });
  return join(folder, group, `${name}.png`);
}
