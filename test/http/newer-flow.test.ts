import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { FlowTooNew, readStoredFlow } from '../../src/services/flows/read-stored-flow.ts';
import { flowDocumentSchema, type FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { problemLine } from '../support/api-client.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { documentHandlers, emptyReader, handRunner, stepJobsOf } from '../support/steps.ts';
import { sessionStart } from '../support/sdk-client.ts';

const cardFlow = {
  steps: [{ id: 'card', type: 'document', config: { accept: [{ type: 'passport' }] } }],
} satisfies FlowDocumentInput;
const known = flowDocumentSchema.parse(cardFlow);

describe('a stored flow of a newer version', () => {
  test.each([
    ['a demand on the flow', { ...known, liveOfficer: true }],
    ['a demand that is switched off, which may switch off a default', { ...known, mayResume: false }],
    [
      'a demand on a step',
      { ...known, steps: [{ ...known.steps[0], config: { ...known.steps[0]?.config, hologram: 'required' } }] },
    ],
    ['a demand inside a setting', { ...known, reverification: { ...known.reverification, witnesses: 2 } }],
    ['a type of step', { ...known, steps: [...known.steps, { id: 'iris', type: 'iris', config: {} }] }],
    ['a value', { ...known, maxAttemptsPerStep: 'adaptive' }],
    ['a demand among things that may be left out', { ...known, later: null, liveOfficer: true }],
  ])('is not used if it asks for something unknown: %s', (_, stored) => {
    expect(() => readStoredFlow(stored)).toThrow(FlowTooNew);
  });

  test('is read if its unknown parts ask for nothing or describe the appearance', () => {
    const steps = known.steps.map((step) => ({ ...step, config: { ...step.config, later: null } }));
    const stored = { ...known, steps, later: null, branding: { ...known.branding, font: 'Inter' } };
    expect(readStoredFlow(stored)).toEqual(known);
    expect(stored.branding.font).toBe('Inter');
  });
});

describe('a process that is older than a published flow', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
    await stack.startWorkers({ qualityHandlers: noInspection });
  });
  afterAll(() => stack.close());

  /** As a newer process publishes: a version with a setting that this process does not know. */
  const publishNewer = (flowId: string) =>
    stack.sql.query(
      `with one_more as (update flows set version = version + 1 where id = $1)
       insert into flow_versions (id, flow_id, version, document)
       select $2, flow_id, version + 1, document || '{"liveOfficer": true}' from flow_versions where flow_id = $1`,
      [flowId, newId('flowVersion')],
    );

  test('leaves its starts to a newer one, and serves the other flows', async () => {
    const newer = await stack.client.addFlow('newer', cardFlow);
    await publishNewer(newer);
    const answer = await stack.api.post('/v2/sdk/sessions', { json: sessionStart(stack.client.clientId, newer) });
    expect(problemLine(answer)).toBe('503 flow.too_new');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(problemLine(await stack.api.get(`/v2/flows/${newer}`, { token: stack.client.token }))).toBe(
      '503 flow.too_new',
    );
    const session = await stack.startSession();
    const path = `/v2/identities/${session.identityId}`;
    expect((await stack.api.get(path, { token: stack.client.token })).status).toBe(200);
  });

  test('leaves its work to a newer one, and uses up no attempt', async () => {
    const session = await stack.startSession();
    await session.upload(await smallPicture());
    await session.submit();
    const [row] = await stepJobsOf(stack, session.verificationId);
    if (row === undefined) throw new Error('no work was asked for');
    const { rows } = await stack.sql.query<{ document: unknown }>(
      `select f.document from flow_versions f join verifications v on v.flow_version_id = f.id where v.id = $1`,
      [session.verificationId],
    );
    const older = { ...stack, container: { ...stack.container, flows: oldFlows(rows[0]?.document) } };
    const run = handRunner(older, documentHandlers(older, emptyReader));
    for (let time = 0; time < 7; time += 1) await run(row);
    expect((await stepJobsOf(stack, session.verificationId))[0]).toMatchObject({ id: row.id, attempts: 0 });
    await handRunner(stack, documentHandlers(stack, emptyReader))(row);
    expect(await stepJobsOf(stack, session.verificationId)).toEqual([]);
  });

  function oldFlows(document: unknown): Stack['container']['flows'] {
    const getVersion = () => Promise.resolve(readStoredFlow({ ...(document as object), liveOfficer: true })) as never;
    return { ...stack.container.flows, getVersion };
  }
});
