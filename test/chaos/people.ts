import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { testCodes } from '../../src/domain/codes/test-values.ts';
import { sessionStart, uploadForm } from '../support/sdk-client.ts';
import type { Attempt, Ledger } from './ledger.ts';
import type { SeededRandom } from './random.ts';

/** A client of the service with its flows, and a receiver that gets its events. */
export interface ChaosClient {
  name: string;
  clientId: string;
  token: string;
  phoneFlow: string;
  fileFlow: string;
  pdfFlow: string;
  selfieFlow: string;
}

interface Answer {
  status: number;
  code: string;
  retryAfterMs: number;
  body: Record<string, unknown>;
}

const requestTimeoutMs = 45_000;
/** For a device that did not get a time to come back. */
const pauseMs = 200;

/** What devices do: they repeat a request without an answer, at either API, under the same key. */
export class People {
  readonly #urls: readonly string[];
  readonly #ledger: Ledger;
  readonly #random: SeededRandom;
  readonly #picture: Buffer;
  readonly #page: Buffer | null;
  readonly #selfie: Buffer | null;
  /** From then on no person begins again or keeps trying. */
  #endsAtMs = Infinity;
  #number = 0;
  readonly #tookMs = new Map<string, number[]>();

  constructor(options: {
    urls: readonly string[];
    ledger: Ledger;
    random: SeededRandom;
    picture: Buffer;
    /** Without them no person submits a document or a face: for services whose workers read none. */
    page?: Buffer;
    selfie?: Buffer;
  }) {
    this.#urls = options.urls;
    this.#ledger = options.ledger;
    this.#random = options.random;
    this.#picture = options.picture;
    this.#page = options.page ?? null;
    this.#selfie = options.selfie ?? null;
  }

  endBy(atMs: number): void {
    this.#endsAtMs = atMs;
  }

  /** How long the requests of a client took, in milliseconds. */
  tookMs(client: string): readonly number[] {
    return this.#tookMs.get(client) ?? [];
  }

  /** One person from start to end: most give a phone number, others files, some of them spoilt. */
  async comeAndGo(client: ChaosClient): Promise<void> {
    this.#ledger.people += 1;
    const draw = this.#random.next();
    if (draw < 0.15 && this.#page !== null) await this.#beJudged(client, 'document', this.#page);
    else if (draw < 0.3 && this.#selfie !== null) await this.#beJudged(client, 'selfie', this.#selfie);
    else if (draw < 0.6) await this.#verifyPhone(client);
    else if (draw < 0.85) await this.#giveFiles(client, this.#picture, [201]);
    else await this.#giveFiles(client, spoilt(this.#picture, this.#random), [201, 415, 422, 400]);
  }

  async #start(client: ChaosClient, flowId: string): Promise<{ token: string; attempt: Attempt } | null> {
    const key = randomUUID();
    const ask = () => this.#ask(client, '/v2/sdk/sessions', { key, json: sessionStart(client.clientId, flowId) });
    // Some people press twice, or their network repeats a request.
    const answers = await Promise.all(this.#random.next() < 0.2 ? [ask(), ask()] : [ask()]);
    const ids = new Set(
      answers.flatMap((answer) => (answer?.status === 201 ? [String(answer.body.verificationId)] : [])),
    );
    if (ids.size > 1) this.#ledger.violate(`one key started ${[...ids].join(' and ')}`);
    const answer = answers.find((one) => one?.status === 201);
    if (answer === undefined || answer === null) return null;
    const attempt = this.#ledger.begun(client.name, String(answer.body.verificationId));
    return { token: String(answer.body.sessionToken), attempt };
  }

  async #verifyPhone(client: ChaosClient): Promise<void> {
    this.#ledger.came('phone');
    const begun = await this.#start(client, client.phoneFlow);
    if (begun === null) return;
    const { token, attempt } = begun;
    const path = '/v2/sdk/session/steps/phone';
    const phoneNumber = `+55119${String(80_000_000 + (this.#number += 1))}`;
    const sent = await this.#ask(client, `${path}/code`, { token, json: { phoneNumber } });
    // The first try may have been answered without a listener.
    if (sent === null || !this.#isOne(sent, [202], ['code.resend_too_early'])) return;
    attempt.codePresses = 1;
    if (this.#random.next() < 0.1) {
      const cancelled = await this.#ask(client, '/v2/sdk/session/cancel', { token, json: {} });
      if (cancelled?.status === 200) attempt.owes = 'cancelled';
      this.#ledger.through('phone');
      return;
    }
    const checked = await this.#ask(client, `${path}/code/check`, { token, json: { code: testCodes.right } });
    if (checked === null || !this.#isOne(checked, [200], ['code.used'])) return;
    const submitted = await this.#ask(client, `${path}/submit`, { token, json: {} });
    if (submitted === null || !this.#isOne(submitted, [202], ['step.not_waiting', 'session.not_pending'])) return;
    attempt.owes = 'verified';
    this.#ledger.through('phone');
  }

  /** A page or a face, submitted: a worker of documents or of faces has to judge it. */
  async #beJudged(client: ChaosClient, stepId: 'document' | 'selfie', file: Buffer): Promise<void> {
    this.#ledger.came(stepId);
    const begun = await this.#start(client, stepId === 'document' ? client.fileFlow : client.selfieFlow);
    if (begun === null) return;
    const { token, attempt } = begun;
    const isFace = stepId === 'selfie';
    if (isFace) {
      const json = { version: '1', accepted: true };
      const agreed = await this.#ask(client, '/v2/sdk/session/consent', { token, json });
      if (agreed === null || !this.#isOne(agreed, [204], [])) return;
    }
    const path = `/v2/sdk/session/steps/${stepId}`;
    const form = () => uploadForm(file, isFace ? 'selfie' : 'document-front');
    const given = await this.#ask(client, `${path}/files`, { token, form });
    if (given === null || !this.#isOne(given, [201], [])) return;
    attempt.files.push(String(given.body.mediaId ?? given.body.id));
    const json = isFace ? {} : { documentType: 'passport' };
    const submitted = await this.#ask(client, `${path}/submit`, { token, json });
    if (submitted === null || !this.#isOne(submitted, [202], ['step.not_waiting', 'session.not_pending'])) return;
    attempt.owes = 'judged';
    this.#ledger.through(stepId);
  }

  async #giveFiles(client: ChaosClient, file: Buffer, expected: readonly number[]): Promise<void> {
    const begun = await this.#start(client, client.fileFlow);
    if (begun === null) return;
    const { token, attempt } = begun;
    await this.#handFilesIn({ client, token, attempt, file, expected });
    attempt.isLeft = true;
  }

  async #handFilesIn({
    client,
    token,
    attempt,
    file,
    expected,
  }: {
    client: ChaosClient;
    token: string;
    attempt: Attempt;
    file: Buffer;
    expected: readonly number[];
  }): Promise<void> {
    for (const kind of ['document-front', 'document-back'] as const) {
      const given = await this.#ask(client, '/v2/sdk/session/steps/document/files', {
        token,
        form: () => uploadForm(file, kind),
      });
      if (given === null || !this.#isOne(given, expected, [])) return;
      if (given.status === 201) attempt.files.push(String(given.body.mediaId ?? given.body.id));
    }
    const state = await this.#ask(client, '/v2/sdk/session', { token });
    if (state !== null && state.status !== 200) this.#ledger.violate(`a session could not be read: ${lineOf(state)}`);
  }

  /** Whether this request may get such an answer. Others are violations. */
  #isOne(answer: Answer, statuses: readonly number[], codes: readonly string[]): boolean {
    if (statuses.includes(answer.status) || codes.includes(answer.code)) return true;
    this.#ledger.violate(`an answer that nobody expects here: ${lineOf(answer)}`);
    return false;
  }

  /** Null: the run ended before there was an answer. */
  async #ask(
    client: ChaosClient,
    path: string,
    options: { key?: string; token?: string; json?: unknown; form?: () => FormData },
  ): Promise<Answer | null> {
    const { key = randomUUID(), token, json, form } = options;
    const isRead = json === undefined && form === undefined;
    const mine = {};
    const sinceMs = Date.now();
    this.#ledger.waiting.set(mine, { what: path, sinceMs });
    try {
      for (let turn = Math.floor(this.#random.next() * 2); ; turn += 1) {
        const url = this.#urls[turn % this.#urls.length] ?? '';
        const answer = await send(url + path, {
          method: isRead ? 'GET' : 'POST',
          headers: {
            ...(isRead ? {} : { 'idempotency-key': key }),
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
          ...(form === undefined ? {} : { body: form() }),
        });
        if (answer === null) this.#ledger.refused(`${client.name} no answer`);
        else if (answer.status >= 500 || answer.code === 'idempotency.in_flight' || answer.code === 'rate.limited') {
          this.#ledger.refused(`${client.name} ${lineOf(answer)}`);
          if (answer.code === 'service.internal_error' || answer.code === '')
            this.#ledger.violate(`${path} answered ${lineOf(answer)}`);
        } else {
          const took = this.#tookMs.get(client.name) ?? [];
          took.push(Date.now() - sinceMs);
          this.#tookMs.set(client.name, took);
          return answer;
        }
        if (Date.now() > this.#endsAtMs) return null;
        // As the SDK does. Not drawn from the seed: how often a person waits depends on the machine.
        await pause((answer?.retryAfterMs ?? pauseMs) * (1 + Math.random() / 4));
      }
    } finally {
      this.#ledger.waiting.delete(mine);
    }
  }
}

function lineOf({ status, code }: Answer): string {
  return `${status} ${code}`.trim();
}

async function send(url: string, init: RequestInit): Promise<Answer | null> {
  const received = await receive(url, init);
  if (received === null) return null;
  const { response, text } = received;
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = seconds > 0 ? seconds * 1_000 : pauseMs;
  return { status: response.status, code: typeof body.code === 'string' ? body.code : '', retryAfterMs, body };
}

/** Null: the network gave no complete answer. A complete answer that cannot be read must not look the same. */
async function receive(url: string, init: RequestInit): Promise<{ response: Response; text: string } | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) });
    return { response, text: await response.text() };
  } catch {
    return null;
  }
}

/** A file that begins like a picture but is not one. */
function spoilt(picture: Buffer, random: SeededRandom): Buffer {
  const copy = Buffer.from(picture);
  for (let at = 20; at < copy.length; at += 1 + Math.floor(random.next() * 40))
    copy[at] = Math.floor(random.next() * 256);
  return copy.subarray(0, Math.max(100, Math.floor(copy.length * random.between(0.2, 1))));
}
