import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Redis } from 'ioredis';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRemoveObjects } from '../../src/services/objects/remove-objects.ts';
import type { Specimen } from '../../specimens/documents/draw-specimen.ts';
import type { Answer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { blankPicture, passportPicture, withExif } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { storedAndFreshRecord } from '../support/steps.ts';

/** A name that occurs nowhere but in this person's data. */
const canary = {
  surname: 'Quorvexlim',
  givenNames: 'Zanthorpe',
  documentNumber: 'XQ7Z41KPW',
  personalNumber: 'VX93QQ817',
};

interface Identity {
  status: string;
  data: Record<string, { value: string; source: string; verificationId: string }>;
  latestVerification: Verification | null;
}
interface Verification {
  status: string;
  decision: { automatic: string; reasons: { code: string }[]; engine: { models: { name: string }[] } } | null;
  steps: {
    status: string;
    attempts: number;
    document: { type: string; fields: Record<string, { value: string }> } | null;
    checks: { id: string; outcome: string; code: string | null }[];
    media: { id: string; url: string; contentType: string }[];
  }[];
}

let stack: Stack;
let specimen: Specimen;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ quality: true, document: true, maintenance: true });
  specimen = await passportPicture(canary);
}, 120_000);
afterAll(() => stack.close());

const identityOf = (session: SdkSession): Promise<Answer<Identity>> =>
  stack.api.get<Identity>(`/v2/identities/${session.identityId}`, { token: stack.client.token });

async function finished(session: SdkSession): Promise<Identity> {
  return eventually(
    async () => {
      const { body } = await identityOf(session);
      return body.latestVerification === null ? null : body;
    },
    { what: 'the verdict' },
  );
}

describe('a passport', () => {
  let session: SdkSession;
  let identity: Identity;
  /** The upload contains a location and, after its end, a message. */
  let original: Buffer;
  const trailing = `behind-the-end-${canary.surname}`;

  beforeAll(async () => {
    // The pixels stay as they are, so that both uploads of this picture are read once.
    const exif = { IFD0: { Artist: canary.surname }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const located = await withExif(specimen.jpeg, exif);
    original = Buffer.concat([located, Buffer.from(trailing)]);
    session = await stack.startSession('document-only', {
      metadata: { note: canary.surname },
      device: { languages: ['en'], model: canary.givenNames },
    });
    await session.upload(original);
    await session.submit();
    identity = await finished(session);
  }, 180_000);

  test('goes from the upload to a verified identity whose data is the document’s', async () => {
    expect(identity.status).toBe('verified');
    expect(identity.data).toMatchObject({
      fullName: { value: `${canary.givenNames} ${canary.surname}`.toUpperCase(), source: 'document:mrz' },
      documentNumber: { value: canary.documentNumber },
      dateOfBirth: { value: specimen.truth.fields.dateOfBirth },
    });
    const step = identity.latestVerification?.steps[0];
    expect(step).toMatchObject({ status: 'finished', attempts: 1, document: { type: 'passport' } });
    expect(step?.checks.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
      expect.arrayContaining(['document-reading passed', 'mrz-check-digits passed', 'document-expiry passed']),
    );
    expect(identity.latestVerification?.decision?.engine.models.length).toBeGreaterThan(0);
  });

  test('that another identity uses again goes to review, and only that client’s own identities are named', async () => {
    const other = await stack.startSession('document-only');
    await other.upload(specimen.jpeg);
    await other.submit();
    const second = await finished(other);
    expect(second.status).toBe('reviewNeeded');
    const check = second.latestVerification?.steps[0]?.checks.find(({ id }) => id === 'duplicate-document');
    expect(check).toMatchObject({
      outcome: 'warning',
      code: 'document.duplicate',
      data: { identityIds: [session.identityId] },
    });
    expect((await identityOf(session)).body.status).toBe('verified');
  }, 180_000);

  test('tells the SDK that it is finished, never the verdict, a score or a reason', async () => {
    const socket = session.follow();
    await eventually(() => socket.messages.some((message) => message.type === 'verification.finished'));
    socket.close();
    const told = JSON.stringify([(await session.state()).body, socket.messages]);
    expect((await session.state()).body).toMatchObject({
      status: 'finished',
      steps: [{ status: 'finished', codes: [] }],
    });
    expect(told).not.toMatch(
      /verified|reviewNeeded|rejected|confidence|score|outcome":"(passed|failed)|decision|checks/,
    );
    expect(told).not.toContain(canary.documentNumber);
  });

  test('is the same in the stored record, in one that is assembled again, and in the attempt’s own response', async () => {
    const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
    expect(stored).toEqual(fresh);
    const { body } = await stack.api.get(`/v2/verifications/${session.verificationId}`, { token: stack.client.token });
    expect(body).toEqual(identity.latestVerification);
  });

  test('is served as a copy without metadata, location or trailing bytes, as an attachment', async () => {
    const url = identity.latestVerification?.steps[0]?.media[0]?.url ?? '';
    const { status, headers, body } = await stack.api.get<Buffer>(url, { token: stack.client.token });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="med_[^"]+\.jpg"$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toContain('no-store');
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { exif, xmp, iptc, orientation } = await sharp(body).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect(body.includes(trailing)).toBe(false);
    expect(body.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  test('gives nobody the original: the next sweep deletes its object', async () => {
    // A worker may be replacing an object at this moment. The sweep after that removes what it leaves.
    await eventually(async () => {
      await stack.sql.query(`update object_removals set available_at = now() - interval '1 second'`);
      await createRemoveObjects(stack.container)();
      const { rows } = await stack.sql.query<{ object_key: string }>('select object_key from media');
      const names = storedFiles()
        .map((file) => basename(file))
        // The audit log's cron job stores one each minute, and a loaded machine may take that long to reach this test.
        .filter((name) => !name.startsWith('audit-anchor-'));
      expect(names.sort()).toEqual(rows.map((row) => row.object_key).sort());
      return true;
    });
  });

  test('appears nowhere in plain text: not in the database, in Redis, in files or in logs', async () => {
    const spoken = [
      canary.surname,
      canary.givenNames,
      canary.documentNumber,
      canary.personalNumber,
      specimen.truth.mrz[1] ?? '',
    ];
    const needles = spoken
      .flatMap((word) => [word, word.toUpperCase()])
      .flatMap((word) => {
        const hex = Buffer.from(word).toString('hex');
        return [word, hex, Buffer.from(word).toString('base64').slice(0, -3)];
      });
    needles.push(session.sessionToken, stack.client.token, original.subarray(1000, 1040).toString('hex'));
    const places = { database: await dumpDatabase(), redis: await dumpRedis(), logs: stack.logLines.join('') };
    expect(places.database.length).toBeGreaterThan(1_000);
    expect(places.logs).toContain('"msg":"request"');
    for (const [place, text] of Object.entries(places)) {
      for (const needle of needles) expect(text.includes(needle), `${needle} in the ${place}`).toBe(false);
    }
    expect(places.redis).not.toContain('127.0.0.1');
    expect(stack.logLines.filter((line) => line.includes('127.0.0.1') && !line.includes('Server listening'))).toEqual(
      [],
    );
    for (const file of storedFiles()) {
      const bytes = readFileSync(file);
      for (const word of spoken) expect(bytes.includes(word)).toBe(false);
      expect(bytes.includes(original.subarray(1000, 1040))).toBe(false);
    }
  });
});

describe('the quick look at a picture', () => {
  /** How long the look takes is the bench's matter. */
  async function qualityOf(session: SdkSession, picture: Buffer) {
    const { quality, mediaId } = (await session.upload(picture)).body;
    if (quality.acceptable !== null) return quality;
    return eventually(async () => {
      const file = (await session.state()).body.steps[0]?.files.find((known) => known.mediaId === mediaId);
      return typeof file?.quality.acceptable === 'boolean' ? file.quality : null;
    });
  }

  test('says whether the picture will do', async () => {
    const session = await stack.startSession();
    expect(await qualityOf(session, specimen.jpeg)).toEqual({ acceptable: true, codes: [] });
    expect(await qualityOf(session, await blankPicture())).toEqual({
      acceptable: false,
      codes: ['document.no_document'],
    });
  });

  test('says in the upload’s response that a picture cannot be read, and the step does not accept it', async () => {
    const session = await stack.startSession();
    const broken = specimen.jpeg.subarray(0, 2_000);
    // On a busy machine even this look may take longer than an upload waits for it; then the test uploads again.
    const quality = await eventually(async () => {
      const answer = (await session.upload(broken)).body.quality;
      return answer.acceptable === null ? null : answer;
    });
    expect(quality).toEqual({ acceptable: false, codes: ['file.unreadable_image'] });
    expect((await session.submit()).status).toBe(409);
  });
});

describe('a picture without a document', () => {
  test('returns the step with its codes while attempts are left, then ends in a review', async () => {
    const session = await stack.startSession();
    const blank = await blankPicture();
    for (const attempt of [1, 2, 3]) {
      await session.upload(blank);
      expect((await session.submit()).body).toMatchObject({ status: 'processing', attempt, attemptsLeft: 3 - attempt });
      if (attempt === 3) break;
      const step = await eventually(async () => {
        const state = await session.state();
        return state.body.steps[0]?.status === 'waiting' ? state.body.steps[0] : null;
      });
      expect(step).toMatchObject({ attempt: attempt + 1, attemptsLeft: 3 - attempt, files: [] });
      expect(step.codes).toContain('document.no_document');
      const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
      expect(stored).toEqual(fresh);
    }
    const identity = await finished(session);
    expect(identity.status).toBe('reviewNeeded');
    expect(identity.data).toEqual({});
    expect(identity.latestVerification?.steps[0]).toMatchObject({ status: 'finished', attempts: 3 });
    const { stored, fresh } = await storedAndFreshRecord(stack, session.identityId);
    expect(stored).toEqual(fresh);
  }, 180_000);
});

function storedFiles(): string[] {
  return readdirSync(stack.mediaDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(stack.mediaDir, name))
    .filter((name) => statSync(name).isFile());
}

/** Every row of every table as text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await stack.sql.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  const dumps = tables.map(({ name }) => stack.sql.query<{ row: string }>(`select t::text as row from ${name} t`));
  return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

/** Every key with its value, of every type. */
async function dumpRedis(): Promise<string> {
  const redis = new Redis(stack.env.REDIS_URL ?? '');
  try {
    const parts: unknown[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      if (type === 'string') parts.push(key, await redis.get(key));
      else if (type === 'hash') parts.push(key, await redis.hgetall(key));
      else if (type === 'list') parts.push(key, await redis.lrange(key, 0, -1));
      else if (type === 'set') parts.push(key, await redis.smembers(key));
      else if (type === 'zset') parts.push(key, await redis.zrange(key, '0', '-1'));
      else if (type === 'stream') parts.push(key, await redis.xrange(key, '-', '+'));
    }
    return JSON.stringify(parts);
  } finally {
    redis.disconnect();
  }
}
