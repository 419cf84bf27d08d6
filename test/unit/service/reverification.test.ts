import { describe, expect, it } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import { identitySchema } from '../../../src/contract/identity.ts';
import {
  isReverifiable,
  silencesOf,
  speaksForIdentity,
  whySilent,
  type Evidence,
} from '../../../src/domain/verifications/reverification.ts';
import { starters } from '../../../src/domain/verifications/verification.ts';
import { verificationStatuses } from '../../../src/domain/verifications/verification-status.ts';
import { describeBrowser } from '../../../src/services/sessions/describe-browser.ts';
import type { Flow } from '../../../src/services/flows/load-flow.ts';
import { storedRecordOf, withReverifiableBy } from '../../../src/services/verifications/reverifiable-by.ts';
import { exampleOf } from '../../../src/steps/named-schema.ts';

describe('an identity', () => {
  it('may be verified again in the states that the flow names, and never while deleted or being judged', () => {
    expect(isReverifiable({ status: 'verified', running: false }, ['verified'])).toBe(true);
    expect(isReverifiable({ status: 'rejected', running: false }, ['verified'])).toBe(false);
    expect(isReverifiable({ status: 'verified', running: true }, ['verified'])).toBe(false);
    expect(isReverifiable({ status: 'deleted', running: false }, ['deleted'])).toBe(false);
  });

  it('is spoken for by the backend, by its first attempt, and otherwise only by a verified attempt that was entitled', () => {
    for (const startedBy of starters) {
      for (const reverifies of [true, false]) {
        for (const entitled of [true, false]) {
          for (const status of verificationStatuses) {
            const free = startedBy === 'backend' || !reverifies;
            const attempt = { startedBy, reverifies, entitled, status };
            expect(speaksForIdentity(attempt)).toBe(free || (entitled && status === 'verified'));
            const why = whySilent({ ...attempt, silences: entitled ? [] : ['noLiveStep'] });
            expect(why.length === 0).toBe(speaksForIdentity(attempt));
          }
        }
      }
    }
  });

  it('is not spoken for if a single piece of evidence is missing, and every missing one is named', () => {
    const whole = { verified: true, faceMatched: true, liveFace: true, replayed: false, flowMayReverify: true };
    expect(silencesOf(whole)).toEqual([]);
    const names = Object.keys(whole) as (keyof Evidence)[]; // Object.keys widens to string.
    for (let missing = 1; missing < 2 ** names.length; missing += 1) {
      const evidence = { ...whole };
      const gone = names.filter((_name, index) => (missing >> index) & 1);
      for (const name of gone) evidence[name] = !evidence[name];
      expect(silencesOf(evidence)).toHaveLength(gone.length);
    }
  });

  it('is not known to have been spoken for by an attempt from before that was recorded', () => {
    const old = { startedBy: 'device', reverifies: true, entitled: false, status: 'verified', silences: [] } as const;
    expect(whySilent({ ...old, silences: [] })).toEqual(['notJudged']);
  });

  it('lists in its record the flows that may verify it again when it is read', async () => {
    const record: IdentityRecord = identitySchema.parse(exampleOf(identitySchema));
    const flow = (flowId: string, from: string[]) =>
      ({ flowId, document: { reverification: { from } } }) as unknown as Flow;
    const flows = () => Promise.resolve([flow('flw_a', ['rejected']), flow('flw_b', ['verified'])]);
    const read = async (status: 'rejected' | 'deleted', running: boolean) =>
      JSON.parse(
        (await withReverifiableBy(Buffer.from(storedRecordOf(record, { status, running })), flows)).toString(),
      ) as {
        reverifiableBy: string[];
      };
    expect(await read('rejected', false)).toEqual({ ...record, reverifiableBy: ['flw_a'] });
    expect((await read('rejected', true)).reverifiableBy).toEqual([]);
    expect((await read('deleted', false)).reverifiableBy).toEqual([]);
  });
});

describe('a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36 Edg/138.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
      'Chrome on iOS',
    ],
    ['okhttp/4.12.0', null],
    ['SomeApp/1.0 (Linux; Android 15; Pixel 8)', 'Android'],
  ])('with the agent %s is called %s', (agent, name) => {
    expect(describeBrowser(agent)).toBe(name);
  });

  it('without an agent has no name', () => {
    expect(describeBrowser(null)).toBeNull();
  });
});
