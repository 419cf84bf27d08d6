import {
  createEncryptionConfigurationRoute,
  deleteEncryptionConfigurationRoute,
  getEncryptionConfigurationRoute,
  listEncryptionConfigurationsRoute,
} from '../../contract/routes/encryption-configurations.ts';
import type { EncryptionConfiguration } from '../../domain/encryption/encryption-configuration.ts';
import { type ConfigurationUseCases, configurationRecordOf } from '../../services/encryption/configurations.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

/** The public keys to which a client's verifications are encrypted. */
export function encryptionConfigurationRoutes(configurations: ConfigurationUseCases): BoundRoute[] {
  return [
    bindRoute(createEncryptionConfigurationRoute, async ({ caller, input: { body }, effect }) => {
      const responseOf = (configuration: EncryptionConfiguration) => respond(201, configurationRecordOf(configuration));
      return responseOf(await configurations.createConfiguration(caller, body, effect.storing(responseOf)));
    }),

    bindRoute(listEncryptionConfigurationsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await configurations.listConfigurations(caller, query);
      return respond(200, { data: data.map(configurationRecordOf), nextCursor });
    }),

    bindRoute(getEncryptionConfigurationRoute, async ({ caller, input: { params } }) =>
      respond(200, configurationRecordOf(await configurations.readConfiguration(caller, params.configurationId))),
    ),

    bindRoute(deleteEncryptionConfigurationRoute, async ({ caller, input: { params } }) => {
      await configurations.deleteConfiguration(caller, params.configurationId);
      return respond(204);
    }),
  ];
}
