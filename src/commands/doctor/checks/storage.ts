import { mediaFaultOf, sentenceOf } from '../../explain/part-faults.ts';
import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

const gib = 1024 ** 3;
/** Enough for the files of some hundred people. */
const leastFreeBytes = 2 * gib;
const leastFreeShare = 0.1;

const store = defineCheck({
  about: 'the object store',
  finds: {
    'objects.away': {
      severity: 'fault',
      next: 'Check S3_ENDPOINT, S3_BUCKET and their keys, or that MEDIA_DIR exists and can be written. Uploads get 503 until then.',
    },
  },
  async run({ container: { objects, config } }) {
    try {
      await objects.probe();
      return [];
    } catch (error) {
      return [{ code: 'objects.away', says: sentenceOf(mediaFaultOf(error, config.media)) }];
    }
  },
});

const disk = defineCheck({
  about: 'free space on disks',
  finds: {
    'disk.full': {
      severity: 'risk',
      next: 'Free space or enlarge the disk; a shorter retention removes files by itself.',
    },
  },
  async run({ container: { config }, dir, spaceOf }) {
    const folders = [config.media.store === 'disk' ? config.media.dir : [], dir ?? []].flat();
    const found = [];
    const seen = new Set<string>();
    for (const folder of folders) {
      const { freeBytes, allBytes } = await spaceOf(folder);
      const isLow = freeBytes < allBytes * leastFreeShare && freeBytes < 50 * gib;
      // Two folders on one disk give one finding.
      if ((!isLow && freeBytes >= leastFreeBytes) || seen.has(`${freeBytes} ${allBytes}`)) continue;
      seen.add(`${freeBytes} ${allBytes}`);
      const says = `The disk of ${folder} has ${(freeBytes / gib).toFixed(1)} GiB of ${(allBytes / gib).toFixed(1)} GiB free.`;
      found.push({ code: 'disk.full' as const, says });
    }
    return found;
  },
});

const removals = defineCheck({
  about: 'files that are to be deleted',
  needsRunning: true,
  finds: {
    'removals.late': {
      severity: 'risk',
      next: 'Make sure that a worker serves the queue `maintenance`, and read its log: until then, people’s files outlive their erasure.',
    },
  },
  async run({ sql }) {
    const [row] = await sql<{ late: number }>(
      `select count(*)::int as late from object_removals where available_at < now() - interval '1 hour'`,
    );
    const late = row?.late ?? 0;
    return late > 0
      ? [{ code: 'removals.late', says: `${late} files should have been deleted more than an hour ago.` }]
      : [];
  },
});

export const storageChecks: readonly DoctorCheck[] = [store, disk, removals];
