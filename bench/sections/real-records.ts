import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { photographPerson } from '../../specimens/captures/photograph-person.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { isFaceStep, submitFaceStep } from '../../src/commands/demo/demo-face.ts';
import { createSdkClient } from '../../src/commands/sdk-client.ts';
import type { DemoFlowName } from '../../src/services/flows/seed-demo.ts';
import { againstBare } from '../against-bare.ts';
import type { Row, Section } from '../section.ts';
import { seedAnswers } from '../seed-identities.ts';
import type { BenchStack } from '../stack.ts';

const people = 20_000;
const attempts = 10;
const barShare = 0.8;
/** The bare routes, by how they read what they send. */
const yardsticks = {
  '/answers-as-bytes': 'the bare route reads bytes, too',
  '/answers': 'the bare route reads as the driver does',
} as const;

/** The lookup of answers that finished verifications have left, against a bare route that sends the same bytes. */
export const realRecords: Section = {
  name: 'real-records',
  title: 'Lookup of real records',
  async measure(stack, say) {
    const workers = [
      await stack.startWorker('quality', 'maintenance'),
      await stack.startWorker('document'),
      await stack.startWorker('liveness'),
    ];
    const answers = [];
    try {
      answers.push({ what: 'one document', answer: await verify(stack, 'document-only', 1) });
      answers.push({
        what: `one document, ${attempts} attempts`,
        answer: await verify(stack, 'document-only', attempts),
      });
      answers.push({ what: 'document, selfie, liveness and voice', answer: await verify(stack, 'full', 1) });
    } finally {
      // Nothing else may use the machine while the load runs.
      for (const worker of workers) worker.kill('SIGTERM');
    }
    const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
    const rows: Row[] = [];
    try {
      await pool.query('create table bench_answers (id text primary key, body bytea not null)');
      for (const { what, answer } of answers) {
        say(`${what}: ${Buffer.byteLength(answer)} bytes, for ${people} people`);
        const identityIds = await seedAnswers(stack, answer, people);
        const own = (JSON.parse(answer) as { id: string }).id;
        await pool.query('truncate bench_answers');
        for (let from = 0; from < people; from += 1_000) {
          const some = identityIds.slice(from, from + 1_000);
          const bodies = some.map((id) => Buffer.from(answer.replaceAll(own, id)));
          await pool.query('insert into bench_answers select * from unnest($1::text[], $2::bytea[])', [some, bodies]);
        }
        await pool.query('vacuum analyze bench_answers');
        await requireSameBytes(stack, identityIds[0] ?? '');
        const headers = { authorization: `Bearer ${stack.demo.apiToken}` };
        const pick = () => identityIds[Math.floor(Math.random() * identityIds.length)] ?? '';
        for (const [barePath, how] of Object.entries(yardsticks)) {
          const measured = await againstBare(stack, {
            what: `GET /v2/identities/{id}, ${what}: ${Buffer.byteLength(answer)} bytes; ${how}`,
            next: () => ({ path: `/v2/identities/${pick()}`, headers }),
            identityIds,
            barShare,
            barePath,
          });
          rows.push(...measured.rows);
        }
      }
    } finally {
      await pool.query('drop table if exists bench_answers');
      await pool.end();
    }
    return rows;
  },
};

/** Verifies one person `times` times with the flow. Returns what a backend then reads about the person. */
async function verify(stack: BenchStack, flow: DemoFlowName, times: number): Promise<string> {
  const client = createSdkClient(stack.apiUrl);
  const person = await photographPerson();
  const dir = mkdtempSync(path.join(tmpdir(), 'verify-bench-real-'));
  const headers = { authorization: `Bearer ${stack.demo.apiToken}`, 'content-type': 'application/json' };
  let identityId: string | null = null;
  try {
    for (let time = 1; time <= times; time += 1) {
      const flowId = stack.demo.flows[flow];
      const asked = JSON.stringify({ flowId, ...(identityId !== null && { identityId }) });
      const started = await fetch(`${stack.apiUrl}/v2/verifications`, { method: 'POST', headers, body: asked });
      const { clientToken } = (await started.json()) as { clientToken?: string };
      if (clientToken === undefined) throw new Error(`a start was answered with ${started.status}`);
      const session = await client.start(stack.demo.clientId, flowId, { clientToken });
      ({ identityId } = session);
      const { consent, sessionToken } = session;
      if (consent.required && consent.version !== null) await client.consent(sessionToken, consent.version);
      for (const step of session.steps) {
        if (isFaceStep(step)) {
          await submitFaceStep(client, { session, step, person, dir, say: () => undefined });
        } else {
          const { jpeg } = await drawPassport({ seed: 41, portrait: person.portrait });
          await client.upload(sessionToken, step.id, { kind: 'document-front', bytes: jpeg });
          await client.submit(sessionToken, step.id, { documentType: 'passport' });
        }
      }
      await client.follow(sessionToken, ({ type }) => type === 'verification.finished');
    }
    return await (await fetch(`${stack.apiUrl}/v2/identities/${identityId ?? ''}`, { headers })).text();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** All routes have to send the same for the comparison to mean anything. */
async function requireSameBytes(stack: BenchStack, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${stack.demo.apiToken}` };
  const textOf = (url: string, init?: RequestInit) => fetch(url, init).then((answer) => answer.text());
  const ours = await textOf(`${stack.apiUrl}/v2/identities/${id}`, { headers });
  for (const barePath of Object.keys(yardsticks)) {
    if ((await textOf(`${stack.bareUrl}${barePath}/${id}`)) !== ours) throw new Error('a bare route sends other bytes');
  }
}
