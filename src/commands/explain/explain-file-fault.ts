/**
 * What a person can do about an error of the file system, in plain words with the path; null for any other error. Every command ends with
 * this in place of Node's own text and stack.
 */
export function explainFileFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null;
  const place = String(error.path);
  switch (error.code) {
    case 'ENOENT':
      return `There is no such file or folder: ${place}`;
    case 'EEXIST':
      return `${place} exists already. Move it away, or name another place.`;
    case 'ENOTDIR':
      return `${place} is not possible: a part of this path is a file, not a folder.`;
    case 'EISDIR':
      return `${place} is a folder, but a file is needed there. Move it away, or name another place.`;
    case 'EACCES':
    case 'EPERM':
      return `This user may not use ${place}. Change its owner or its rights, or name another place.`;
    case 'EROFS':
      return `The disk of ${place} is read-only. Name another place.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${place} is full. Free some space.`;
    default:
      return null;
  }
}
