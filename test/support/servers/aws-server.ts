import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with a request: a response, or silence. */
export type AwsAnswer = { status: number; body: object } | 'silence';
type Result = Record<string, unknown>;

/** Errors as Rekognition words them; both may be temporary. */
export const throttled: AwsAnswer = { status: 400, body: { __type: 'ThrottlingException', Message: 'slow down' } };
export const broken: AwsAnswer = { status: 500, body: { __type: 'InternalServerError', Message: 'no' } };

/** A fake of Rekognition (AWS JSON 1.1) and STS (AWS Query) for the official clients. */
export async function startAwsServer() {
  const results = new Map<string, Result>();
  const queued: AwsAnswer[] = [];
  const silent = new Set<ServerResponse>();
  const asked: { action: string; sessionId: string | null }[] = [];
  const policies: string[] = [];
  let opened = 0;

  function answerRekognition(action: string, { SessionId }: { SessionId?: string }): AwsAnswer {
    if (action === 'CreateFaceLivenessSession') {
      opened += 1;
      const sessionId = `6a4b2c1d-0e9f-4a7b-8c3d-${String(opened).padStart(12, '0')}`;
      results.set(sessionId, { Status: 'CREATED' });
      return { status: 200, body: { SessionId: sessionId } };
    }
    const queuedAnswer = queued.shift();
    if (queuedAnswer !== undefined) return queuedAnswer;
    const result = results.get(SessionId ?? '');
    if (result === undefined) return { status: 400, body: { __type: 'SessionNotFoundException', Message: 'none' } };
    return { status: 200, body: { SessionId, ...result } };
  }

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const action = String(request.headers['x-amz-target'] ?? '').split('.')[1];
      if (action === undefined) {
        policies.push(new URLSearchParams(text).get('Policy') ?? '');
        response.writeHead(200, { 'content-type': 'text/xml' }).end(lentRole);
        return;
      }
      const body = JSON.parse(text) as { SessionId?: string };
      asked.push({ action, sessionId: body.SessionId ?? null });
      const answer = answerRekognition(action, body);
      if (answer === 'silence') {
        silent.add(response);
        return;
      }
      response
        .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The policies with which roles were assumed. */
    policies,
    /** How often a client asked for the result of a session. */
    resultsAskedOf: (sessionId: string) =>
      asked.filter((one) => one.action === 'GetFaceLivenessSessionResults' && one.sessionId === sessionId).length,
    /** The result of the session: fields of `GetFaceLivenessSessionResults`. */
    setResult: (sessionId: string, result: Result) => void results.set(sessionId, result),
    /** The next requests for a result get these answers, in this order. */
    answerNext: (...answers: AwsAnswer[]) => void queued.push(...answers),
    async close() {
      for (const response of silent) response.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

export type AwsServer = Awaited<ReturnType<typeof startAwsServer>>;

const lentRole = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
<AccessKeyId>ASIATEST</AccessKeyId><SecretAccessKey>lent-secret</SecretAccessKey><SessionToken>lent-token</SessionToken>
<Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
