import { Agent, request } from 'undici';
import { newId } from '../../src/domain/id.ts';
import { hashSecretToken, newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import type { Row, Section } from '../section.ts';
import { welchT } from '../welch-t.ts';

const samplesEach = 10_000;
/** Row 17 of the fault table: beyond it two means differ by more than chance, with all but one chance in a hundred thousand. */
const barT = 4.5;
/** Before the first sample, so that the server's code is compiled and its caches are filled. */
const warmUps = 2_000;

/** Whether the time of a refusal distinguishes a token that is nearly right, or was valid once, from one that never existed. */
export const tokenGuessing: Section = {
  name: 'token-guessing',
  title: 'Guessing of tokens',
  async measure(stack, say) {
    // One connection, so that each answer has been read before the next request is sent.
    const dispatcher = new Agent({ connections: 1, pipelining: 1 });
    const real = await addToken();
    const revoked = await addToken();
    await stack.container.db.apiTokens.revoke(stack.demo.clientId, revoked.tokenId);
    const nearMiss = real.token.slice(0, -1) + (real.token.endsWith('A') ? 'B' : 'A');
    const rows: Row[] = [];
    for (const [what, token] of [
      ['a token whose last letter is wrong', nearMiss],
      ['a token that was revoked', revoked.token],
    ] as const) {
      say(`${samplesEach} refusals of ${what}, interleaved with as many of tokens that never existed`);
      rows.push(await compare(what, token));
    }
    await dispatcher.close();
    return rows;

    async function compare(what: string, token: string): Promise<Row> {
      const [known, random]: [number[], number[]] = [[], []];
      for (let number = -warmUps; known.length + random.length < 2 * samplesEach; number += 1) {
        const isKnown = random.length === samplesEach || (known.length < samplesEach && Math.random() < 0.5);
        const ms = await refusalMs(isKnown ? token : newSecretToken('testApi'));
        if (number >= 0) (isKnown ? known : random).push(ms);
      }
      const t = welchT(known, random);
      return {
        what: `401 for ${what}`,
        measured: `${mean(known).toFixed(4)} ms`,
        against: `${mean(random).toFixed(4)} ms`,
        ratio: `t ${t.toFixed(2)}`,
        bar: `between −${barT} and ${barT}`,
        met: Math.abs(t) < barT,
        samples: `${2 * samplesEach} requests, interleaved`,
      };
    }

    async function refusalMs(token: string): Promise<number> {
      const startedAt = performance.now();
      const answer = await request(`${stack.apiUrl}/v2/api-tokens?limit=1`, {
        dispatcher,
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.body.dump();
      const ms = performance.now() - startedAt;
      if (answer.statusCode !== 401) throw new Error(`a guess was answered ${answer.statusCode}`);
      return ms;
    }

    async function addToken() {
      const token = newSecretToken('testApi');
      const tokenId = newId('apiToken');
      const { clientId } = stack.demo;
      await stack.container.db.apiTokens.create({
        id: tokenId,
        clientId,
        name: 'bench',
        administers: true,
        tokenHash: hashSecretToken(token),
        scopes: [],
      });
      return { tokenId, token };
    }
  },
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
