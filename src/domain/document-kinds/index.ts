import { anyIdCardTd1, anyIdCardTd2 } from './any-id-card.ts';
import { anyPassport } from './any-passport.ts';
import { anyResidencePermit } from './any-residence-permit.ts';
import { anyVisa } from './any-visa.ts';
import { argentinaDni } from './argentina-dni.ts';
import { australiaDrivingLicence } from './australia-driving-licence.ts';
import { brazilCin } from './brazil-cin.ts';
import { brazilCnh2006 } from './brazil-cnh-2006.ts';
import { brazilCnh2022 } from './brazil-cnh-2022.ts';
import { brazilRg } from './brazil-rg.ts';
import { canadaDrivingLicence } from './canada-driving-licence.ts';
import { chileCedula } from './chile-cedula.ts';
import { colombiaCedulaDigital, colombiaCedulaYellow } from './colombia-cedula.ts';
import type { DocumentKind } from './document-kind.ts';
import { europeanDrivingLicences } from './european-driving-licences.ts';
import { franceIdCard1995, franceIdCard2021 } from './france-id-card.ts';
import { germanyIdCard } from './germany-id-card.ts';
import { italyCie } from './italy-cie.ts';
import { mexicoIne } from './mexico-ine.ts';
import { peruDniBlue, peruDnie } from './peru-dni.ts';
import { polandIdCard } from './poland-id-card.ts';
import { portugalCc } from './portugal-cc.ts';
import { bankStatement, taxLetter, utilityBill } from './proofs-of-residency.ts';
import { refugeeTravelDocument } from './refugee-travel-document.ts';
import { spainDni } from './spain-dni.ts';
import { swissDrivingLicence } from './switzerland-driving-licence.ts';
import { thailandIdCard } from './thailand-id-card.ts';
import { turkeyIdCard } from './turkey-id-card.ts';
import { ukDrivingLicence } from './uk-driving-licence.ts';
import { usDrivingLicence } from './us-driving-licence.ts';
import { usIdCard } from './us-id-card.ts';

/** The catalogue. A kind of a country comes before the one for any country. */
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

/** Every language that a kind is printed in. */
export const documentLanguages: readonly string[] = [...new Set(documentKinds.flatMap(({ languages }) => languages))];
