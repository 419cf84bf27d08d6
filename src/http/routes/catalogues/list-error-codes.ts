import { listKnownCodes } from '../../../contract/known-codes/list-known-codes.ts';
import { listScreenCodes } from '../../../contract/problems/list-screen-codes.ts';
import { listErrorCodesRoute } from '../../../contract/routes/catalogues.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export const boundListErrorCodes = bindRoute(listErrorCodesRoute, ({ input: { query } }) =>
  Promise.resolve(
    respond(200, {
      language: query.language,
      data: listScreenCodes(query.language),
      codes: query.of === 'all' ? listKnownCodes() : [],
    }),
  ),
);
