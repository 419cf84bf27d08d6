import { listPhoneCountriesRoute } from '../../../contract/routes/catalogues.ts';
import { phoneCountries } from '../../../steps/phone/phone-countries.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export const boundListPhoneCountries = bindRoute(listPhoneCountriesRoute, () =>
  Promise.resolve(respond(200, { data: [...phoneCountries] })),
);
