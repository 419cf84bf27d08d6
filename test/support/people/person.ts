import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { newId } from '../../../src/domain/id.ts';
import type { PageReader } from '../../../src/domain/ports/pages/page-reader.ts';
import { nextMessage } from '../contact.ts';
import { eventually } from '../eventually.ts';
import { smallPicture } from '../documents/pictures.ts';
import type { SdkSession } from '../sdk-client.ts';
import { documentOnly } from '../seed.ts';
import type { Stack } from '../stack.ts';
import { documentHandlers, emptyReader, handRunner, stepJobsOf } from '../steps.ts';

/** Values of a fictitious person that occur nowhere else. */
export const canary = {
  printed: 'KANARIENVOGEL ZWITSCHER',
  phoneNumber: '+5511912345678',
  email: 'kanarienvogel@example.com',
  metadata: 'Kanarienvogel 4711',
  device: 'Kanarienfon 9',
  answer: 'thanks for the kanarienvogel',
} as const;

/** Every value of the person that could be read somewhere. */
export const canaryWords = ['kanarien', 'zwitscher', '11912345678', '91234-5678'];

/** Sees the made-up person's name on the page, and no field. */
export const canaryReader = {
  read: async () => ({
    ...(await emptyReader.read()),
    lines: [
      {
        text: canary.printed,
        confidence: 0.9,
        box: [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 9],
        ] as [[number, number], [number, number], [number, number], [number, number]],
      },
    ],
  }),
} satisfies PageReader;

const flow: FlowDocumentInput = {
  maxAttemptsPerStep: 1,
  steps: [
    ...documentOnly.steps,
    { id: 'phone', type: 'phone', config: { defaultCountry: 'BR' } },
    { id: 'email', type: 'email', config: {} },
  ],
};

/** Adds the flow that `finishPerson` goes through. */
export async function addPersonFlow(stack: Stack): Promise<void> {
  await stack.client.addFlow('person', flow);
}

/** `ofBackend`: what the host's server gives; without it the device starts by itself. */
export async function startPerson(stack: Stack, ofBackend?: Record<string, unknown>): Promise<SdkSession> {
  const device = { languages: ['en'], model: canary.device };
  if (ofBackend === undefined) return stack.startSession('person', { metadata: { customer: canary.metadata }, device });
  const { body } = await stack.api.post<{ clientToken: string }>('/v2/verifications', {
    token: stack.client.token,
    json: { flowId: stack.client.flowOf('person'), metadata: ofBackend },
  });
  return stack.startSession('person', { clientToken: body.clientToken, device });
}

/** Takes a session to its verdict: document, phone and email address. Needs workers for `otp`. */
export async function finishPerson(stack: Stack, session: SdkSession): Promise<void> {
  await expectStatus(201, session.upload(await smallPicture()));
  await expectStatus(202, session.submit());
  const run = handRunner(stack, documentHandlers(stack, canaryReader));
  for (const job of await stepJobsOf(stack, session.verificationId)) await run(job);
  const contacts = [
    { stepId: 'phone', typed: { phoneNumber: canary.phoneNumber } },
    { stepId: 'email', typed: { email: canary.email } },
  ];
  for (const [index, { stepId, typed }] of contacts.entries()) {
    await expectStatus(202, session.sendCode(stepId, typed));
    const { code } = await nextMessage(stack, session, index + 1);
    await expectStatus(200, session.checkCode(stepId, code ?? ''));
    await expectStatus(202, session.submit(stepId, {}));
  }
  await eventually(async () => {
    const { rows } = await stack.sql.query('select 1 from verifications where id = $1 and finished_at is not null', [
      session.verificationId,
    ]);
    return rows.length === 1;
  });
}

/** Keeps a face of the person, as a verified verification would. */
export async function enrolFaceOf(stack: Stack, identityId: string): Promise<void> {
  const template = { embedding: Buffer.alloc(512).toString('base64'), modelSha256: 'f'.repeat(64) };
  await stack.container.db.enrolledFaces.enrol(
    { clientId: stack.client.clientId, identityId },
    { template: { ...template, pictureSha256: newId('media').padEnd(64, '0'), appearance: '' }, searchable: true },
  );
}

async function expectStatus(status: number, answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const got = await answer;
  if (got.status !== status) throw new Error(`${got.status} instead of ${status}: ${JSON.stringify(got.body)}`);
}
