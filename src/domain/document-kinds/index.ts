import { anyIdCardTd1, anyIdCardTd2 } from './any-country/any-id-card.ts';
import { anyPassport } from './any-country/any-passport.ts';
import { anyResidencePermit } from './any-country/any-residence-permit.ts';
import { anyVisa } from './any-country/any-visa.ts';
import { argentinaDni } from './americas/argentina-dni.ts';
import { australiaDrivingLicence } from './asia-pacific/australia-driving-licence.ts';
import { brazilCin } from './americas/brazil-cin.ts';
import { brazilCnh2006 } from './americas/brazil-cnh-2006.ts';
import { brazilCnh2022 } from './americas/brazil-cnh-2022.ts';
import { brazilRg } from './americas/brazil-rg.ts';
import { canadaDrivingLicence } from './americas/canada-driving-licence.ts';
import { chileCedula } from './americas/chile-cedula.ts';
import { colombiaCedulaDigital, colombiaCedulaYellow } from './americas/colombia-cedula.ts';
import type { DocumentKind } from './document-kind.ts';
import { europeanDrivingLicences } from './europe/european-driving-licences.ts';
import { franceIdCard1995, franceIdCard2021 } from './europe/france-id-card.ts';
import { germanyIdCard } from './europe/germany-id-card.ts';
import { italyCie } from './europe/italy-cie.ts';
import { mexicoIne } from './americas/mexico-ine.ts';
import { peruDniBlue, peruDnie } from './americas/peru-dni.ts';
import { polandIdCard } from './europe/poland-id-card.ts';
import { portugalCc } from './europe/portugal-cc.ts';
import { bankStatement, taxLetter, utilityBill } from './any-country/proofs-of-residency.ts';
import { refugeeTravelDocument } from './any-country/refugee-travel-document.ts';
import { spainDni } from './europe/spain-dni.ts';
import { swissDrivingLicence } from './europe/switzerland-driving-licence.ts';
import { thailandIdCard } from './asia-pacific/thailand-id-card.ts';
import { turkeyIdCard } from './europe/turkey-id-card.ts';
import { ukDrivingLicence } from './europe/uk-driving-licence.ts';
import { usDrivingLicence } from './americas/us-driving-licence.ts';
import { usIdCard } from './americas/us-id-card.ts';

/** The catalogue of kinds. A kind of one country comes before the kind of any country. */
export const documentKinds: readonly DocumentKind[] = [
  argentinaDni,
  australiaDrivingLicence,
  brazilCin,
  brazilCnh2006,
  brazilCnh2022,
  brazilRg,
  canadaDrivingLicence,
  chileCedula,
  colombiaCedulaDigital,
  colombiaCedulaYellow,
  ...europeanDrivingLicences,
  franceIdCard1995,
  franceIdCard2021,
  germanyIdCard,
  italyCie,
  mexicoIne,
  peruDniBlue,
  peruDnie,
  polandIdCard,
  portugalCc,
  spainDni,
  swissDrivingLicence,
  thailandIdCard,
  turkeyIdCard,
  ukDrivingLicence,
  usDrivingLicence,
  usIdCard,
  anyIdCardTd1,
  anyIdCardTd2,
  anyResidencePermit,
  anyPassport,
  refugeeTravelDocument,
  anyVisa,
  bankStatement,
  taxLetter,
  utilityBill,
];

/** Every language in which a kind is printed. */
export const documentLanguages: readonly string[] = [...new Set(documentKinds.flatMap(({ languages }) => languages))];
