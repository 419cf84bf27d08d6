import { createSdkClient } from '../src/commands/sdk-client.ts';
import type { BenchStack } from './stack.ts';

const atOnce = 50;

/** Starts sessions of the demo client's flow `document-only`. Answers their tokens. */
export async function startSessions(stack: BenchStack, sessions: number): Promise<string[]> {
  const client = createSdkClient(stack.apiUrl);
  const tokens: string[] = [];
  while (tokens.length < sessions) {
    const starts = Array.from({ length: Math.min(atOnce, sessions - tokens.length) }, () =>
      client.start(stack.demo.clientId, stack.demo.flows['document-only']),
    );
    tokens.push(...(await Promise.all(starts)).map(({ sessionToken }) => sessionToken));
  }
  return tokens;
}
