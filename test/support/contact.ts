import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { eventually } from './eventually.ts';
import type { SdkSession } from './sdk-client.ts';
import type { Stack } from './stack.ts';

export interface InboxMessage {
  id: string;
  verificationId: string | null;
  channel: 'sms' | 'email';
  to: string;
  subject: string | null;
  text: string;
  code: string | null;
  at: string;
}

/** A flow of one phone step. */
export function phoneOnly(config: object = {}): FlowDocumentInput {
  return { steps: [{ id: 'phone', type: 'phone', config: { defaultCountry: 'BR', ...config } }] };
}

export function emailOnly(config: object = {}): FlowDocumentInput {
  return { steps: [{ id: 'email', type: 'email', config }] };
}

/** Messages of this session in the test inbox, newest first. */
export async function inboxOf(stack: Stack, session: SdkSession): Promise<InboxMessage[]> {
  const path = `/v2/test-inbox?verificationId=${session.verificationId}`;
  return (await stack.api.get<{ data: InboxMessage[] }>(path, { token: stack.client.token })).body.data;
}

/** Waits until the inbox has this many messages of the session and returns the newest. */
export function nextMessage(stack: Stack, session: SdkSession, count = 1): Promise<InboxMessage> {
  return eventually(
    async () => {
      const messages = await inboxOf(stack, session);
      return messages.length >= count ? messages[0] : null;
    },
    { what: `message ${count} in the test inbox` },
  );
}

/** Moves this session's code requests into the past by this much. */
export async function ageSends(stack: Stack, session: SdkSession, seconds: number): Promise<void> {
  await stack.sql.query(
    `update code_sends set created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
      where verification_id = $1`,
    [session.verificationId, seconds],
  );
}

/** A code that differs from this one. */
export function otherThan(code: string | null): string {
  return code === '135790' ? '246801' : '135790';
}

/** A step of the verification as the backend reads it. */
export async function stepRecord(stack: Stack, session: SdkSession, index = 0, token = stack.client.token) {
  const { body } = await stack.api.get<VerificationRecord>(`/v2/verifications/${session.verificationId}`, { token });
  return { status: body.status, step: body.steps[index] };
}

interface VerificationRecord {
  status: string;
  steps: {
    status: string;
    phone?: Record<string, unknown> | null;
    email?: Record<string, unknown> | null;
    location?: Record<string, unknown> | null;
    checks: { id: string; outcome: string; code: string | null; data: Record<string, unknown> | null }[];
  }[];
}
