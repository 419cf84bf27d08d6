import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemLine } from '../support/api-client.ts';
import { blankPicture, pictureOfBytes } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** A file system of 1 MB has to be mounted, which needs root. */
const folder = mkdtempSync(join(tmpdir(), 'verify-full-'));
const canMount = mountSmallDisk();
if (!canMount) console.log('skipped: the test of a full disk needs to be root, to mount a small one');

function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { MEDIA_DIR: folder } });
  await stack.startWorkers({ qualityHandlers: noInspection });
});
afterAll(async () => {
  await stack.close();
  if (canMount) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

const storedFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test.skipIf(!canMount)(
  'a full disk refuses the upload, keeps nothing of it, and works again once there is room',
  async () => {
    const session = await stack.startSession();
    expect(problemLine(await session.upload(await pictureOfBytes(3_000_000)))).toBe('507 storage.full');
    expect(storedFiles()).toEqual([]);
    const { rows } = await stack.sql.query('select 1 from media');
    expect(rows).toEqual([]);
    const small = await session.upload(await blankPicture(400, 300));
    expect(small.status).toBe(201);
    expect(storedFiles()).toHaveLength(1);
  },
);
