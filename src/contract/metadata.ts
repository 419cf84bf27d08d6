import { z } from 'zod';
import { findMetadataFaults } from '../domain/verifications/metadata.ts';
import { named } from '../steps/named-schema.ts';

const about = {
  description:
    'The host’s own JSON object, up to 16 KB and 8 levels, stored and echoed as given. Reserved keys are checked and acted ' +
    'on: buttonColor, buttonTextColor (#RRGGBB), fixedLanguage, regularFont, boldFont, identityId (verifies that identity ' +
    'again) and, from your server alone, encryptionConfigurationId.',
  example: { buttonColor: '#1A2B3C', fixedLanguage: 'pt', order: { number: 4711 } },
};

/** As stored and returned. */
export const metadataSchema = named('Metadata', z.record(z.string().max(256), z.unknown()), {
  ...about,
  description:
    'What your server sent with POST /v2/verifications, unchanged; empty for attempts that a device started.',
});

/** A device's metadata, as stored and returned. */
export const deviceMetadataSchema = named('DeviceMetadata', z.record(z.string().max(256), z.unknown()), {
  description:
    'What the device sent, unchanged. Anyone who knows the public ids or has the link can write anything here: never look a ' +
    'customer up by it.',
  example: { shop: 'Lisboa' },
});

/** As sent with a start. */
export const newMetadataSchema = named(
  'NewMetadata',
  z.record(z.string().max(256), z.unknown()).superRefine((metadata, context) => {
    for (const fault of findMetadataFaults(metadata)) {
      context.addIssue({
        code: 'custom',
        path: fault.pointer === '' ? [] : [fault.pointer.slice(1)],
        message: fault.detail,
        params: { code: fault.code },
      });
    }
  }),
  about,
);
