import { request } from 'undici';
import type { BenchStack } from './stack.ts';

const atOnce = 50;

/** Starts sessions of the demo client's flow `document-only`. Returns their tokens. */
export async function startSessions(stack: BenchStack, sessions: number): Promise<string[]> {
  const body = JSON.stringify({
    clientId: stack.demo.clientId,
    flowId: stack.demo.flows['document-only'],
    sdk: { platform: 'bench', version: '1' },
    device: { languages: ['en'] },
  });
  const headers = { 'content-type': 'application/json' };

  async function start(): Promise<string> {
    const answer = await request(`${stack.apiUrl}/v2/sdk/sessions`, { method: 'POST', headers, body });
    const { sessionToken } = (await answer.body.json()) as { sessionToken?: string };
    if (sessionToken === undefined) throw new Error(`a session start was answered with ${answer.statusCode}`);
    return sessionToken;
  }

  const tokens: string[] = [];
  while (tokens.length < sessions) {
    tokens.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, sessions - tokens.length) }, start))));
  }
  return tokens;
}
