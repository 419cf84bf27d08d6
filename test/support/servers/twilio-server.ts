import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TwilioRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  fields: Record<string, string>;
  authorization: string;
}

/** What the server does with a request: an answer, or silence. */
export type TwilioAnswer = { status: number; body: unknown } | 'silence';

/** A fake of Twilio: accepts messages, verifications and lookups as the official client sends them. */
export async function startTwilioServer() {
  const requests: TwilioRequest[] = [];
  const queued: TwilioAnswer[] = [];
  const silent = new Set<ServerResponse>();
  const verifications = new Map<string, string>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://twilio.test');
      const seen = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        fields: Object.fromEntries(new URLSearchParams(text)),
        authorization: request.headers.authorization ?? '',
      };
      requests.push(seen);
      const answer = queued.shift() ?? usualAnswer(seen, requests.length, verifications);
      if (answer === 'silence') {
        silent.add(response);
        return;
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The state of each verification of Twilio Verify, by its name. */
    verifications,
    /** Text messages so far, accepted or refused. */
    messages: () => requests.filter(({ path }) => path.endsWith('/Messages.json')),
    /** The next requests get these answers, in this order; later ones succeed again. */
    answerNext(...answers: TwilioAnswer[]) {
      queued.push(...answers);
    },
    async close() {
      for (const response of silent) response.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** An error as Twilio words it. */
export const twilioError = (status: number, code: number): TwilioAnswer => ({
  status,
  body: { code, message: 'no', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

function usualAnswer(
  { path, query, fields }: TwilioRequest,
  count: number,
  verifications: Map<string, string>,
): TwilioAnswer {
  const sid = count.toString(16).padStart(32, '0');
  if (path.endsWith('/Messages.json')) {
    return { status: 201, body: { sid: `SM${sid}`, status: 'queued', to: fields.To, body: fields.Body } };
  }
  if (path.endsWith('/Verifications')) {
    verifications.set(`VE${sid}`, 'pending');
    return { status: 201, body: { sid: `VE${sid}`, status: 'pending' } };
  }
  if (path.includes('/Verifications/')) {
    const known = path.split('/').at(-1) ?? '';
    // A verification that has ended no longer exists.
    if (verifications.get(known) !== 'pending') return twilioError(404, 20404);
    verifications.set(known, fields.Status ?? '');
    return { status: 200, body: { sid: known, status: fields.Status } };
  }
  const asked = query.get('Fields') ?? '';
  return {
    status: 200,
    body: {
      phone_number: decodeURIComponent(path.split('/').at(-1) ?? ''),
      valid: true,
      ...(asked.includes('line_type_intelligence') && { line_type_intelligence: { type: 'nonFixedVoip' } }),
      ...(asked.includes('sim_swap') && { sim_swap: { last_sim_swap: { swapped_in_period: true } } }),
      ...(asked.includes('sms_pumping_risk') && { sms_pumping_risk: { sms_pumping_risk_score: 90 } }),
    },
  };
}

/** As Twilio signs: HMAC-SHA-1 of the URL and the sorted fields. */
export function twilioSignature(authToken: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((joined, name) => joined + name + (fields[name] ?? ''), url);
  return createHmac('sha1', authToken).update(text).digest('base64');
}
