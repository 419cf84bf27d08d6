import { getOpenApiRoute } from '../../../contract/routes/service.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetOpenApi(openapi: object) {
  const text = JSON.stringify(openapi);
  return bindRoute(getOpenApiRoute, () => Promise.resolve(respond(200, text)));
}
