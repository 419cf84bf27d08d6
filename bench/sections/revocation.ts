import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../src/domain/id.ts';
import { scopes } from '../../src/domain/operators/scope.ts';
import { hashSecretToken, newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { quantile, type Section } from '../section.ts';

const tokens = 60;
const barMs = 1_000;
/** The interval between two requests with a revoked token: the figure is too large by at most this much. */
const everyMs = 5;

/** From the response to a revocation to the last request for which another API, asked continuously, still accepted the token. */
export const revocation: Section = {
  name: 'revocation',
  title: 'Revocation of a token',
  async measure(stack, say) {
    const port = String(await findFreePort());
    await stack.startProcess('src/server.ts', { PORT: port });
    const other = `http://127.0.0.1:${port}`;
    const { clientId } = stack.demo;
    const owner = await addToken();
    say(`${tokens} tokens, each revoked at one API while another one is asked with it`);
    const waits: number[] = [];
    for (let number = 0; number < tokens; number += 1) {
      const { tokenId, token } = await addToken();
      await use(other, token);
      const asking = askUntilRefused(other, token);
      await delay(Math.random() * barMs);
      const answer = await fetch(`${stack.apiUrl}/v2/api-tokens/${tokenId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${owner.token}` },
      });
      if (answer.status !== 204) throw new Error(`the revocation was answered ${answer.status}`);
      const revokedAt = performance.now();
      waits.push(Math.max(0, (await asking) - revokedAt));
    }
    const longest = Math.max(...waits);
    return [
      {
        what: 'a revoked token, until another API refuses it, longest',
        measured: `${longest.toFixed(0)} ms`,
        against: `p50 ${quantile(waits, 0.5).toFixed(0)} ms`,
        ratio: `${longest.toFixed(0)} ms`,
        bar: `≤ ${barMs} ms`,
        met: longest <= barMs,
        samples: `${tokens} tokens`,
      },
    ];

    async function addToken() {
      const token = newSecretToken('testApi');
      const tokenId = newId('apiToken');
      const hash = hashSecretToken(token);
      await stack.container.db.apiTokens.create({
        id: tokenId,
        clientId,
        name: 'bench',
        administers: true,
        tokenHash: hash,
        scopes: [...scopes],
      });
      return { tokenId, token };
    }
  },
};

async function use(base: string, token: string): Promise<number> {
  const answer = await fetch(`${base}/v2/api-tokens?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** The time of the last answer that was not a refusal. */
async function askUntilRefused(base: string, token: string): Promise<number> {
  let last = performance.now();
  while ((await use(base, token)) !== 401) {
    last = performance.now();
    await delay(everyMs);
  }
  return last;
}
