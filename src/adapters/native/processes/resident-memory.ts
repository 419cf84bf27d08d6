import { readFile } from 'node:fs/promises';

const pageBytes = 4_096;

/**
 * Resident bytes of a process and, for a wrapper, of its children. Zero when the system does not tell; then the limits on time and on the
 * programs' own heaps still apply.
 */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const own = Number((await read('statm')).split(' ')[1] ?? 0) * pageBytes;
  const children = (await read(`task/${pid}/children`)).split(' ').filter((child) => child !== '');
  const others = await Promise.all(children.map((child) => residentBytes(Number(child))));
  return others.reduce((sum, bytes) => sum + bytes, own);
}
