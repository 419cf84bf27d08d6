import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adminCommands } from '../../../src/commands/admin/index.ts';
import { generatedPages } from '../../../src/commands/docs.ts';
import { flowDocumentSchema } from '../../../src/contract/flows/flow-document.ts';
import { attemptDelaysMs } from '../../../src/domain/webhooks/webhook-schedule.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';
import { testCodes, testEmails, testNumbers } from '../../../src/domain/codes/test-values.ts';
import { codeBlocks } from '../../support/files/code-blocks.ts';

const folder = new URL('../../../docs/', import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

const generated = Object.entries(generatedPages());

describe('the documentation', () => {
  it.each(generated)('%s is what `npm run docs` writes', (name, text) => {
    expect(read(name)).toBe(text);
  });

  it.each(pages)('%s says for each block whether a test runs it', (name) => {
    for (const block of codeBlocks(read(name)))
      if (!['text', 'ini'].includes(block.language)) expect(block.marker, block.code).toMatch(/^(run|not run here)/);
  });

  it.each(pages)('%s has no broken link', (name) => {
    for (const [, link = ''] of read(name).matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(link)) continue;
      expect(() => readdirOrRead(new URL(link, folder)), link).not.toThrow();
    }
  });

  it('shows flows that are valid', () => {
    const flows = codeBlocks(read('flows.md')).filter(({ language }) => language === 'json');
    expect(flows.length).toBeGreaterThan(1);
    for (const { code } of flows) flowDocumentSchema.parse(JSON.parse(code));
  });

  it('names every setting of a flow', () => {
    const page = read('flows.md');
    for (const name of Object.keys(flowDocumentSchema.shape)) if (name !== 'steps') expect(page).toContain(`\`${name}`);
  });

  it('names each check whose absence does not lead to review, and no other', () => {
    const [, section = ''] = /### Checks that may be absent([^]*?)\n\*\*/.exec(read('concepts.md')) ?? [];
    const cells = Array.from(section.matchAll(/^\| (`.+?) +\|/gm), ([, cell = '']) => cell);
    const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name));
    const checks = Object.values(stepSchemas).flatMap((schema) => Object.entries(schema.checks));
    const mayBeAbsent = checks.filter(([, check]) => !('always' in check)).map(([id]) => id);
    expect(named.sort()).toEqual([...new Set(mayBeAbsent)].sort());
  });

  it('gives the pauses between the attempts of a webhook', () => {
    const units = [
      [3_600_000, 'h'],
      [60_000, 'min'],
      [0, 's'],
    ] as const;
    const pauses = attemptDelaysMs.map((ms) => {
      const [size, unit] = units.find(([least]) => ms >= least) ?? units[2];
      return `${ms / (size || 1000)} ${unit}`;
    });
    const listed = `${pauses.slice(0, -1).join(', ')} and ${pauses.at(-1)}, each counted from the attempt before`;
    expect(read('integrating.md').replaceAll(/\s+/g, ' ')).toContain(listed);
  });

  it('names every magic value of the test mode', () => {
    const page = read('test-mode.md');
    for (const value of [...Object.values(testCodes), ...Object.values(testNumbers), ...Object.values(testEmails)])
      expect(page).toContain(value);
  });

  it('names no command that does not exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of pages) {
      for (const [, command = ''] of read(name).matchAll(/npm run admin -- ([a-z-]+)/g))
        expect(Object.keys(adminCommands)).toContain(command);
      for (const [, script = ''] of read(name).matchAll(/npm run ([a-z][a-z:-]*[a-z])/g))
        expect(Object.keys(scripts)).toContain(script);
    }
  });
});

function readdirOrRead(url: URL): unknown {
  try {
    return readFileSync(url);
  } catch {
    return readdirSync(url);
  }
}
