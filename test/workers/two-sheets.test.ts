import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageReading } from '../../src/domain/ports/pages/page-reader.ts';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import { readingOf } from '../support/documents/evaluated-page.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { textLine } from '../support/documents/printed-document.ts';
import { eventually } from '../support/eventually.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { documentHandlers } from '../support/steps.ts';

interface Letter {
  name?: [label: string, value: string];
  address?: [label: string, street: string, town: string];
  date?: [label: string, value: string];
}

/** What a reader finds on a bill. */
function billOf({ name, address, date }: Letter): PageReading {
  const line = (text: string, x: number, y: number) => ({ ...textLine(text, x, y), agreed: true });
  const row = (y: number, label: string, value: string) => [line(label, 100, y), line(value, 400, y)];
  const lines = [
    line('Electricity bill', 100, 100),
    ...(name === undefined ? [] : row(200, ...name)),
    ...(address === undefined ? [] : [...row(260, address[0], address[1]), line(address[2], 400, 300)]),
    ...(date === undefined ? [] : row(400, ...date)),
    ...row(460, 'Supplier', 'Northern Power'),
  ];
  return {
    ...readingOf(null),
    widthPx: 1250,
    heightPx: 1700,
    spelledIn: ['eng', 'cym'],
    areMarksBelowSeen: true,
    lines,
  };
}

let sheets: PageReading[] = [];
const reader = { read: () => Promise.resolve(sheets.shift() ?? billOf({})) };
const today = new Date().toLocaleDateString('en-GB');

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('letter', {
    maxAttemptsPerStep: 1,
    // Of a flow that accepts doubtful fields, it asks for a review, too.
    policy: { 'document.field_doubtful': 'accept', 'document.issue_date_unknown': 'accept' },
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'proof-of-residency' }] } }],
  });
  await stack.startWorkers({ qualityHandlers: noInspection, documentHandlers: documentHandlers(stack, reader) });
});
afterAll(() => stack.close());

async function verdictOn(...letters: Letter[]) {
  sheets = letters.map(billOf);
  const session = await stack.startSession('letter');
  for (const picture of await Promise.all(letters.map(() => smallPicture()))) {
    await session.upload(picture, { kind: 'document-page' });
  }
  await session.submit('document', { documentType: 'proof-of-residency', country: 'GB' });
  const path = `/v2/verifications/${session.verificationId}`;
  const { status, decision } = await eventually(async () => {
    const { body } = await stack.api.get<VerificationRecord>(path, { token: stack.client.token });
    return body.decision === null ? null : body;
  });
  return { status, codes: decision?.reasons.map(({ code }) => code) };
}

const mine: Letter = {
  name: ['Customer name', 'John Smith'],
  address: ['Address', '12 Oak Street', 'London SW1A 1AA'],
  date: ['Date', today],
};
const theirs: Letter = {
  name: ['Name', 'Jane Miller'],
  address: ['Service address', '99 Elm Road', 'Leeds LS1 4AP'],
  date: ['Date of issue', today],
};

test('a letter passes, alone and with a sheet that repeats its values', async () => {
  expect(await verdictOn(mine)).toEqual({ status: 'verified', codes: [] });
  expect(await verdictOn(mine, { ...mine, name: ['Account holder', 'John Smith'] })).toMatchObject({
    status: 'verified',
  });
});

test.each([
  ['address', mine, theirs],
  ['address, although the own one is not in the picture', { name: mine.name, date: mine.date }, theirs],
  ['date', { name: mine.name, address: mine.address }, { date: theirs.date }],
] as [string, Letter, Letter][])('the name in one letter does not get the %s of another', async (_what, own, other) => {
  const { status, codes } = await verdictOn(own, other);
  expect([status, codes?.includes('document.several')]).toEqual(['reviewNeeded', true]);
});
