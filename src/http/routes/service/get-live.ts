import { getLiveRoute } from '../../../contract/routes/service.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export const boundGetLive = bindRoute(getLiveRoute, () => Promise.resolve(respond(200, { status: 'ok' })));
