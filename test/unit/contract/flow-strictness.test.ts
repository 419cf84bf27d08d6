import { describe, expect, it } from 'vitest';
import { flowDocumentSchema, type FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { newId } from '../../../src/domain/id.ts';
import { isAtLeastAsStrict } from '../../../src/services/reverification/at-least-as-strict.ts';
import { mayReverify } from '../../../src/services/reverification/may-reverify.ts';

type Step = FlowDocumentInput['steps'][number];
const document = { id: 'doc', type: 'document', config: { accept: [{ type: 'passport' }] } } satisfies Step;
const selfie = { id: 'selfie', type: 'selfie', config: { match: 'doc' } } satisfies Step;
const live = { id: 'live', type: 'passive-liveness', config: { reuseSelfieOf: 'selfie' } } satisfies Step;
const email = { id: 'email', type: 'email', config: {} } satisfies Step;
const phone = { id: 'phone', type: 'phone', config: { allowedCountries: ['BR', 'PT'] } } satisfies Step;
const place = { id: 'place', type: 'location', config: {} } satisfies Step;
const moving = { id: 'moving', type: 'active-liveness', config: {} } satisfies Step;
const full = { steps: [document, selfie, live, email, phone] } satisfies FlowDocumentInput;
const compare = (flow: FlowDocumentInput, other: FlowDocumentInput) =>
  isAtLeastAsStrict(flowDocumentSchema.parse(flow), flowDocumentSchema.parse(other));

describe('a flow', () => {
  it('is as strict as itself, and as each of its steps alone', () => {
    expect(compare(full, full)).toBe(true);
    for (let kept = 1; kept < full.steps.length; kept += 1) {
      const part = { steps: full.steps.slice(0, kept) };
      expect(compare(full, part)).toBe(true);
      expect(compare(part, full)).toBe(false);
    }
  });

  it('is as strict in another order and under other step ids', () => {
    const renamed = {
      steps: [
        { ...email, id: 'mail' },
        { ...phone, id: 'number' },
        { ...live, id: 'alive', config: { reuseSelfieOf: 'face' } },
        { ...selfie, id: 'face', config: { match: 'paper' } },
        { ...document, id: 'paper' },
      ],
    } satisfies FlowDocumentInput;
    expect(compare(renamed, full)).toBe(true);
    expect(compare(full, renamed)).toBe(true);
  });

  it('is not as strict as a flow of two documents when it asks for one', () => {
    const two = { steps: [document, { ...document, id: 'other' }] };
    expect(compare({ steps: [document] }, two)).toBe(false);
    expect(compare(two, { steps: [document] })).toBe(true);
  });

  it('that compares no living face with the document, because a selfie says so, is weaker', () => {
    const alive = { id: 'alive', type: 'active-liveness', config: {} } satisfies Step;
    const compared = { steps: [document, alive] } satisfies FlowDocumentInput;
    const silenced = { steps: [document, alive, { ...selfie, config: { match: 'none' } }] } satisfies FlowDocumentInput;
    expect(compare(silenced, compared)).toBe(false);
    expect(compare(silenced, silenced)).toBe(true);
    expect(compare({ steps: [document, alive, { ...selfie, config: {} }] }, compared)).toBe(true);
  });

  it('that compares neither of two selfies with the document is weaker than one that compares one of them', () => {
    const alive = { id: 'alive', type: 'active-liveness', config: {} } satisfies Step;
    const leftOut = { ...selfie, config: { match: 'none' } };
    const one = {
      steps: [document, alive, leftOut, { ...selfie, id: 'second', config: {} }],
    } satisfies FlowDocumentInput;
    const neither = { steps: [document, alive, leftOut, { ...leftOut, id: 'second' }] } satisfies FlowDocumentInput;
    expect(compare(neither, one)).toBe(false);
    expect(
      compare(
        { steps: [document, leftOut, { ...leftOut, id: 'second' }] },
        { steps: one.steps.filter(({ id }) => id !== 'alive') },
      ),
    ).toBe(false);
    expect(compare(one, { steps: [document, alive] })).toBe(true);
  });

  it('that accepts letters alone is weaker than one that also accepts documents with a portrait, and no face could be compared with', () => {
    const alive = { id: 'alive', type: 'active-liveness', config: {} } satisfies Step;
    const accepting = (...types: ('passport' | 'proof-of-residency')[]) =>
      ({
        steps: [{ ...document, config: { accept: types.map((type) => ({ type })) } }, alive],
      }) satisfies FlowDocumentInput;
    const either = accepting('passport', 'proof-of-residency');
    expect(compare(accepting('proof-of-residency'), either)).toBe(false);
    expect(compare(accepting('passport'), either)).toBe(true);
    expect(compare(accepting('proof-of-residency'), accepting('proof-of-residency'))).toBe(true);
  });

  it.each<[string, FlowDocumentInput]>([
    [
      'takes more kinds of document',
      { steps: [{ ...document, config: { accept: [{ type: 'passport' }, { type: 'national-id' }] } }] },
    ],
    ['takes expired documents', { steps: [{ ...document, config: { ...document.config, requireUnexpired: false } }] }],
    ['takes a PDF', { steps: [{ ...document, config: { ...document.config, allowPdf: true } }] }],
    ['forgives a code', { steps: [document], policy: { 'document.field_doubtful': 'accept' } }],
    ['allows more attempts', { steps: [document], maxAttemptsPerStep: 20 }],
  ])('that %s is weaker', (_what, weaker) => {
    expect(compare(weaker, { steps: [document] })).toBe(false);
    expect(compare({ steps: [document] }, weaker)).toBe(true);
  });

  it.each<[string, FlowDocumentInput, FlowDocumentInput]>([
    ['lets an address be skipped', { steps: [{ ...email, config: { canSkip: true } }] }, { steps: [email] }],
    ['takes every country’s numbers', { steps: [{ ...phone, config: {} }] }, { steps: [phone] }],
    [
      'compares the selfie with nothing',
      { steps: [document, { ...selfie, config: {} }] },
      { steps: [document, selfie] },
    ],
    [
      'looks for no mask',
      { steps: [{ ...live, config: { faceMaskCheck: false } }] },
      { steps: [{ ...live, config: {} }] },
    ],
    [
      'sets its own threshold for faces',
      { steps: [{ ...live, config: { threshold: 0.1 } }] },
      { steps: [{ ...live, config: {} }] },
    ],
    [
      'passes without a known distance to the network, as the default does',
      { steps: [{ ...place, config: {} }] },
      { steps: [{ ...place, config: { maxNetworkDistanceKm: 2_000 } }] },
    ],
    [
      'lets the light of the screen clear a doubt',
      { steps: [{ ...moving, config: { light: 'evidence' } }] },
      { steps: [{ ...moving, config: { light: 'off' } }] },
    ],
  ])('that %s is weaker', (_what, weaker, stronger) => {
    expect(compare(weaker, stronger)).toBe(false);
  });

  it('that wants to know the distance to the network is as strict as one with a longer distance, and as the default', () => {
    const within = (maxNetworkDistanceKm: number | null) => ({
      steps: [{ ...place, config: { maxNetworkDistanceKm } }],
    });
    expect(compare(within(300), within(2_000))).toBe(true);
    expect(compare(within(300), { steps: [place] })).toBe(true);
    expect(compare(within(2_000), within(300))).toBe(false);
    expect(compare({ steps: [place] }, within(null))).toBe(true);
    expect(compare(within(null), within(2_000))).toBe(false);
  });

  it('may verify again the identities of the flows that it names and its own, and of no others', () => {
    const flow = (flowId: string, input: FlowDocumentInput) => ({ flowId, document: flowDocumentSchema.parse(input) });
    const weak = { steps: [email] };
    const named = newId('flow');
    expect(mayReverify(flow('flw_a', weak), flow('flw_a', full))).toBe(true);
    expect(mayReverify(flow('flw_a', weak), flow('flw_b', full))).toBe(false);
    const naming = { ...full, reverification: { flows: [named] } };
    expect(mayReverify(flow('flw_a', naming), flow(named, full))).toBe(true);
    expect(mayReverify(flow('flw_a', naming), flow('flw_b', weak))).toBe(false);
  });
});
