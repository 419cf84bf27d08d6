import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Words and forms of the contract, cut out of openapi.json when the dashboard is built, so that neither drifts from the service:
 * `virtual:contract-words` (values of enumerations, texts of codes) and `virtual:contract-flow` (the settings of each step type, and its
 * checks).
 */
interface Schema {
  $ref?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { mapping?: Record<string, string> };
  'x-enumDescriptions'?: Record<string, string>;
  [key: string]: unknown;
}
type Schemas = Record<string, Schema>;

const file = new URL('../../openapi/openapi.json', import.meta.url);
const modules: Record<string, (schemas: Schemas) => object> = {
  'virtual:contract-words': wordsOf,
  'virtual:contract-flow': flowOf,
};

export function contract(): Plugin {
  return {
    name: 'contract',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load(id) {
      const make = modules[id.slice(1)];
      if (make === undefined || !id.startsWith('\0')) return null;
      const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Schemas } }; // Our own file.
      return Object.entries(make(components.schemas))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

function wordsOf(schemas: Schemas) {
  const values = (name: string, property?: string): string[] => {
    const schema = property === undefined ? schemas[name] : schemas[name]?.properties?.[property];
    const found = schema?.enum ?? schema?.items?.enum ?? mappingOf(schema);
    if (found === undefined) throw new Error(`openapi.json has no values for ${name} ${property ?? ''}`);
    return found;
  };
  return {
    verificationStatuses: values('VerificationStatus'),
    identityStatuses: values('IdentityStatus'),
    verdicts: values('Verdict'),
    roles: values('Role'),
    languages: values('Language'),
    scopes: values('NewApiToken', 'scopes'),
    eventTypes: values('NewWebhookEndpoint', 'eventTypes'),
    auditActions: values('AuditAction'),
    deliveryStates: values('Delivery', 'state'),
    reasonCodes: values('ReasonCode'),
    reasonTexts: schemas.ReasonCode?.['x-enumDescriptions'] ?? {},
  };
}

function mappingOf(schema: Schema | undefined): string[] | undefined {
  return schema?.discriminator?.mapping && Object.keys(schema.discriminator.mapping);
}

function flowOf(schemas: Schemas) {
  const steps = schemas.FlowDocument?.properties?.steps?.items?.discriminator?.mapping ?? {};
  const records = schemas.Verification?.properties?.steps?.items?.discriminator?.mapping ?? {};
  return {
    stepTypes: Object.entries(steps).map(([type, reference]) => ({
      type,
      config: inlined(schemas, target(schemas, reference).properties?.config ?? {}),
      checks: checksOf(schemas, target(schemas, records[type] ?? '')),
    })),
    flowSettings: Object.fromEntries(
      ['sessionTtlMinutes', 'maxAttemptsPerStep', 'maxImageBytes', 'cooldownMinutes', 'language', 'reverification'].map(
        (name) => [name, inlined(schemas, schemas.FlowDocument?.properties?.[name] ?? {})],
      ),
    ),
  };
}

/** The checks of a step type with the codes of each. */
function checksOf(schemas: Schemas, record: Schema) {
  const items = record.properties?.checks?.items;
  const references = items?.discriminator?.mapping ?? (items?.$ref !== undefined ? { only: items.$ref } : {});
  return Object.values(references).map((reference) => {
    const { id, code } = target(schemas, reference).properties ?? {};
    return { id: id?.const, codes: code?.anyOf?.find((option) => option.enum)?.enum ?? [] };
  });
}

function target(schemas: Schemas, reference: string): Schema {
  return schemas[reference.replace('#/components/schemas/', '')] ?? {};
}

/** The schema without references; `name` is the component that a part came from. */
function inlined(schemas: Schemas, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    return {
      name: schema.$ref.replace('#/components/schemas/', ''),
      ...inlined(schemas, target(schemas, schema.$ref)),
      ...(schema.description === undefined ? {} : { description: schema.description }),
    };
  }
  const { examples: _examples, properties, items, anyOf, oneOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, inlined(schemas, value)])),
    }),
    ...(items && { items: inlined(schemas, items) }),
    ...(anyOf && { anyOf: anyOf.map((option) => inlined(schemas, option)) }),
    ...(oneOf && { oneOf: oneOf.map((option) => inlined(schemas, option)) }),
  };
}
