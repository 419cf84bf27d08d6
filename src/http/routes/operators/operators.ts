import {
  listClientsRoute,
  listOperatorsRoute,
  removeOperatorRoute,
  updateOperatorRoute,
} from '../../../contract/routes/operators.ts';
import type { createListClients } from '../../../services/operators/list-clients.ts';
import type {
  createListOperators,
  createRemoveOperator,
  createUpdateOperator,
} from '../../../services/operators/manage-operators.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { clientRecordOf, operatorRecordOf } from './signed-in-answer.ts';

export function bindListOperators(listOperators: ReturnType<typeof createListOperators>) {
  return bindRoute(listOperatorsRoute, async ({ input: { query } }) => {
    const { data, nextCursor } = await listOperators(query);
    return respond(200, { data: data.map(operatorRecordOf), nextCursor });
  });
}

export function bindUpdateOperator(updateOperator: ReturnType<typeof createUpdateOperator>) {
  return bindRoute(updateOperatorRoute, async ({ caller, input: { params, body } }) =>
    respond(200, operatorRecordOf(await updateOperator(caller, params.operatorId, body.role))),
  );
}

export function bindRemoveOperator(removeOperator: ReturnType<typeof createRemoveOperator>) {
  return bindRoute(removeOperatorRoute, async ({ caller, input: { params } }) => {
    await removeOperator(caller, params.operatorId);
    return respond(204);
  });
}

export function bindListClients(listClients: ReturnType<typeof createListClients>) {
  return bindRoute(listClientsRoute, async ({ input: { query } }) => {
    const { data, nextCursor } = await listClients(query);
    return respond(200, { data: data.map(clientRecordOf), nextCursor });
  });
}
