import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deviceCodes as listedDeviceCodes } from '../../../src/contract/known-codes/device-codes.ts';
import { listKnownCodes } from '../../../src/contract/known-codes/list-known-codes.ts';
import { codesPage } from '../../../src/http/pages/codes-page.ts';
import { deviceCodes } from '../../../web/sdk/src/flow/fault.ts';

const known = listKnownCodes();
const codesOf = (area: string) => known.filter((one) => one.area === area).map(({ code }) => code);
const isTable = /problem-table|reason-codes|fault-codes|screen-codes|define-route|contract\/routes\/|known-codes\//;

describe('every code', () => {
  it('that is written in the service is listed', () => {
    const areas = new Set(known.map(({ code }) => code.split('.')[0]));
    const written = [...textOf('src', 'workers').matchAll(/code: '([a-z_]+\.[a-z_]+)'/g)].map(([, code]) => code ?? '');
    const problems = [...textOf('src', 'workers').matchAll(/new Problem\(\s*'([a-z_.]+)'/g)].map(
      ([, code]) => code ?? '',
    );
    const listed = new Set(known.map(({ code }) => code));
    expect(written.length).toBeGreaterThan(50);
    expect(problems.length).toBeGreaterThan(50);
    const used = [...problems, ...written.filter((code) => areas.has(code.split('.')[0]))];
    expect([...new Set(used)].filter((code) => !listed.has(code))).toEqual([]);
  });

  it('that is listed is used somewhere, and not only in a table', () => {
    const text = textOf('src', 'workers');
    const ownedByDevice = new Set(codesOf('device'));
    expect(
      known.filter(({ code }) => !ownedByDevice.has(code) && !text.includes(`'${code}'`)).map(({ code }) => code),
    ).toEqual([]);
  });

  it('of the device is listed, and the SDK uses each one that is listed', () => {
    expect(Object.keys(listedDeviceCodes).sort()).toEqual([...deviceCodes].sort());
    const text = sourcesBelow('web/sdk/src')
      .filter((path) => !/flow\/fault\.ts|person-texts/.test(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    // One function opens the camera and the microphone: it says which `part`.
    const said = (code: string) =>
      text.includes(code) || text.includes(code.replace(/^(camera|microphone)/, '${part}'));
    const outside = deviceCodes.filter((code) => !said(code));
    // The SDK turns every unforeseen error into this code.
    expect(outside.filter((code) => code !== 'sdk.failed')).toEqual([]);
  });

  it('has a cause and a remedy, of one sentence each', () => {
    for (const { code, cause, remedy } of known) {
      expect([code, cause, remedy]).toEqual([
        code,
        expect.stringMatching(/^[A-Z`].*\.$/),
        expect.stringMatching(/^[A-Z`].*\.$/),
      ]);
    }
  });

  it('has its line on the page of codes, in the docs and in openapi.json', () => {
    const places = [
      codesPage(),
      readFileSync('docs/error-codes.md', 'utf8'),
      readFileSync('openapi/openapi.json', 'utf8'),
    ];
    for (const text of places)
      expect(known.filter(({ code }) => !text.includes(code)).map(({ code }) => code)).toEqual([]);
    const anchors = [...codesPage().matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.sort()).toEqual([...new Set(known.map(({ code }) => code))].sort());
  });
});

function textOf(...folders: string[]): string {
  return folders
    .flatMap(sourcesBelow)
    .filter((path) => !isTable.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
    .map((name) => `${folder}/${name}`);
}
