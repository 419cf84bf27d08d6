import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonsOfDependencies } from '../../src/commands/reasons-of-dependencies.ts';
import { codeBlocks } from '../support/files/code-blocks.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** Runs every block of the documentation that is marked as runnable, as a reader would run it. */
const folder = new URL('../../docs/', import.meta.url);
const place = mkdtempSync(join(tmpdir(), 'verify-docs-'));
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const blocks = pages.flatMap((name) =>
  codeBlocks(readFileSync(new URL(name, folder), 'utf8'))
    .filter(({ marker }) => marker?.startsWith('run') === true)
    .map((block, index) => ({ ...block, name: `${name} ${index + 1}` })),
);
let stack: Stack;
let variables: Record<string, string>;
beforeAll(async () => {
  stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  await stack.startWorkers({ qualityHandlers: noInspection });
  const picture = join(place, 'passport.jpg');
  writeFileSync(picture, await smallPicture());
  variables = {
    BASE: stack.api.baseUrl,
    CLIENT_ID: stack.client.clientId,
    FLOW_ID: stack.client.flowOf('document-only'),
    API_TOKEN: stack.client.token,
    IDENTITY_ID: (await stack.startSession()).identityId,
    PICTURE: picture,
  };
});
afterAll(async () => {
  await stack.close();
  rmSync(place, { recursive: true, force: true });
});

describe('blocks that are run', () => {
  it.each(blocks.filter(({ language }) => language === 'bash'))('$name', async ({ code }) => {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], {
      env: { PATH: process.env.PATH, ...variables },
    });
    expect(stdout).not.toBe('');
  });

  it('integrating.md: the check of a signature accepts what is signed and nothing else', async () => {
    const script = blocks.find(({ language }) => language === 'js');
    const file = join(place, 'genuine.mjs');
    writeFileSync(file, script?.code ?? '');
    const { isGenuine } = (await import(pathToFileURL(file).href)) as {
      isGenuine(delivery: Record<string, string>): boolean;
    };
    const key = Buffer.alloc(32, 5);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = `v1,${createHmac('sha256', key).update(`evt_1.${timestamp}.{}`).digest('base64')}`;
    const delivery = { id: 'evt_1', timestamp, signature, body: '{}', secret: `whsec_${key.toString('base64')}` };
    expect(isGenuine(delivery)).toBe(true);
    expect(isGenuine({ ...delivery, signature: `v1,AAAA ${signature}` })).toBe(true);
    expect(isGenuine({ ...delivery, body: '{ }' })).toBe(false);
    expect(isGenuine({ ...delivery, timestamp: '1' })).toBe(false);
  });
});

it('dependencies.md says of each production dependency, and of no other package, what it is for', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', folder), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const page = readFileSync(new URL('dependencies.md', folder), 'utf8');
  const listed = Array.from(page.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name);
  expect(listed.sort()).toEqual(Object.keys(dependencies).sort());
  expect(Object.keys(reasonsOfDependencies).sort()).toEqual(listed);
});
