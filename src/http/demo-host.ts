import type { FastifyInstance, FastifyReply } from 'fastify';

/** The client in test mode that `npm start` made. */
export interface DemoHost {
  clientId: string;
  flows: Readonly<Record<string, string>>;
  apiToken: string;
}

/**
 * The backend of the example app of `/demo`: it holds the demo client's token and asks the API as a host's backend would. For
 * the client in test mode alone, and only where `npm start` named its file.
 */
export function registerDemoHost(app: FastifyInstance, { clientId, flows, apiToken }: DemoHost): void {
  const ask = async (url: string, reply: FastifyReply) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${apiToken}` } });
    return reply
      .code(answer.statusCode)
      .type(answer.headers['content-type']?.toString() ?? 'application/json')
      .header('cache-control', 'no-store')
      .send(answer.rawPayload);
  };
  app.get('/demo/config', (_request, reply) => reply.send({ clientId, flows }));
  app.get<{ Params: { identityId: string } }>('/demo/identities/:identityId', ({ params }, reply) =>
    ask(`/v2/identities/${encodeURIComponent(params.identityId)}`, reply),
  );
  app.get('/demo/messages', (_request, reply) => ask('/v2/test-inbox?limit=1', reply));
}
