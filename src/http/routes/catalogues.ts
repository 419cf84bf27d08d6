import { listKnownCodes } from '../../contract/known-codes/list-known-codes.ts';
import { listScreenCodes } from '../../contract/problems/list-screen-codes.ts';
import {
  listDocumentKindsRoute,
  listErrorCodesRoute,
  listPhoneCountriesRoute,
} from '../../contract/routes/catalogues.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';
import { phoneCountries } from '../../steps/phone/phone-countries.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

/** Lists that are the same for every client. */
export function catalogueRoutes(): BoundRoute[] {
  return [
    bindRoute(listDocumentKindsRoute, ({ input: { query } }) => {
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
    }),

    bindRoute(listErrorCodesRoute, ({ input: { query } }) =>
      Promise.resolve(
        respond(200, {
          language: query.language,
          data: listScreenCodes(query.language),
          codes: query.of === 'all' ? listKnownCodes() : [],
        }),
      ),
    ),

    bindRoute(listPhoneCountriesRoute, () => Promise.resolve(respond(200, { data: [...phoneCountries] }))),
  ];
}
