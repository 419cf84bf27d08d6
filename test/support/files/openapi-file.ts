import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

/**
 * The contract as an outsider has it: only `openapi/openapi.json`. JSON Schema 2020-12 is the dialect of OpenAPI 3.1, so any validator can
 * check a response against it.
 */
interface Reference {
  $ref: string;
}
interface ResponseObject {
  content?: Record<string, { schema?: object }>;
}
interface OpenApiFile {
  paths: Record<string, Record<string, { responses: Record<string, ResponseObject | Reference> }>>;
}

const fileName = 'openapi.json';
const file = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as OpenApiFile;

// A schema is compiled once where many refer to it, and left as Ajv writes it: both halve the time of compiling.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});
addFormats.default(ajv);
// OpenAPI keywords for what JSON cannot hold, and formats that only people read.
for (const format of ['binary', 'e164', 'TD3']) ajv.addFormat(format, true);
ajv.addSchema(file, fileName);
const compiled = new Map<string, ValidateFunction>();

/** Fails if the file does not have this response for this route: the status, the content type, or any of its fields. */
export function expectInOpenApi(
  method: string,
  routePath: string,
  answer: { status: number; contentType: string; body: unknown },
): void {
  const what = `${method} ${routePath} → ${answer.status}`;
  const { pointer, content } = (responses[what] ??= responseOf(method, routePath, answer.status, what));
  if (content === undefined) return;
  const contentType = answer.contentType.split(';')[0]?.trim() ?? '';
  // A file is served as what it is: `*/*` stands for any type.
  if (content['*/*'] !== undefined) return;
  if (!(contentType in content)) expect(Object.keys(content), what).toContain(contentType);
  if (!contentType.includes('json') || content[contentType]?.schema === undefined) return;
  const validate = validatorOf(`${fileName}${pointer}/content/${escaped(contentType)}/schema`);
  if (!validate(answer.body)) expect(validate.errors, what).toEqual([]);
}

/** The responses that answers were compared with: a test file receives the same ones hundreds of times. */
const responses: Record<string, { pointer: string; content: ResponseObject['content'] }> = {};

function responseOf(method: string, routePath: string, status: number, what: string) {
  const declared = file.paths[routePath]?.[method.toLowerCase()]?.responses;
  expect(declared, `${what}: no such operation in openapi.json`).toBeDefined();
  const response = declared?.[String(status)];
  expect(response, `${what}: a status that openapi.json does not declare`).toBeDefined();
  const pointer =
    response !== undefined && '$ref' in response
      ? response.$ref
      : `#/paths/${escaped(routePath)}/${method.toLowerCase()}/responses/${status}`;
  return { pointer, content: (resolve(pointer) as ResponseObject).content };
}

function validatorOf(reference: string): ValidateFunction {
  const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
  compiled.set(reference, validate);
  return validate;
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], file);
}

/** A JSON pointer's segment in a URI fragment. */
function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
