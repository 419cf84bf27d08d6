import { listDocumentKindsRoute } from '../../../contract/routes/catalogues.ts';
import { documentKinds } from '../../../domain/document-kinds/index.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export const boundListDocumentKinds = bindRoute(listDocumentKindsRoute, ({ input: { query } }) => {
  const { type, country } = query;
  const data = documentKinds
    .filter((kind) => type === undefined || kind.type === type)
    .filter((kind) => country === undefined || kind.country === null || kind.country === country)
    .map((kind) => ({
      type: kind.type,
      country: kind.country,
      subtype: kind.subtype,
      mustBeNamed: kind.mustBeNamed,
      name: kind.name,
      sides: [...kind.sides],
      mrzFormats: [...(kind.mrz?.formats ?? [])],
      barcodes: kind.barcodes.map(({ symbology }) => symbology),
      fields: [...new Set(kind.fields.map(({ name }) => name))],
    }));
  return Promise.resolve(respond(200, { data }));
});
