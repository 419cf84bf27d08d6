import {
  createEncryptionConfigurationRoute,
  deleteEncryptionConfigurationRoute,
  getEncryptionConfigurationRoute,
  listEncryptionConfigurationsRoute,
} from '../../../contract/routes/account.ts';
import type { EncryptionConfiguration } from '../../../domain/encryption/encryption-configuration.ts';
import type { createCreateConfiguration } from '../../../services/encryption/create-configuration.ts';
import type { createDeleteConfiguration } from '../../../services/encryption/delete-configuration.ts';
import {
  configurationRecordOf,
  type createListConfigurations,
  type createReadConfiguration,
} from '../../../services/encryption/read-configurations.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindCreateConfiguration(createConfiguration: ReturnType<typeof createCreateConfiguration>) {
  return bindRoute(createEncryptionConfigurationRoute, async ({ caller, input: { body }, effect }) => {
    const answerOf = (configuration: EncryptionConfiguration) => respond(201, configurationRecordOf(configuration));
    return answerOf(await createConfiguration(caller, body, effect.answering(answerOf)));
  });
}

export function bindListConfigurations(listConfigurations: ReturnType<typeof createListConfigurations>) {
  return bindRoute(listEncryptionConfigurationsRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listConfigurations(caller, query);
    return respond(200, { data: data.map(configurationRecordOf), nextCursor });
  });
}

export function bindGetConfiguration(readConfiguration: ReturnType<typeof createReadConfiguration>) {
  return bindRoute(getEncryptionConfigurationRoute, async ({ caller, input: { params } }) =>
    respond(200, configurationRecordOf(await readConfiguration(caller, params.configurationId))),
  );
}

export function bindDeleteConfiguration(deleteConfiguration: ReturnType<typeof createDeleteConfiguration>) {
  return bindRoute(deleteEncryptionConfigurationRoute, async ({ caller, input: { params } }) => {
    await deleteConfiguration(caller, params.configurationId);
    return respond(204);
  });
}
