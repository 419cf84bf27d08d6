/**
 * Words that cards of the AAMVA design print in capitals and that are nobody's name: titles, labels, remarks, and the codes of eyes and
 * hair (annex D.12.5). A name that equals such a word is treated as that word.
 */
export const cardWords: ReadonlySet<string> = new Set(
  `
  DRIVER DRIVERS DRIVING LICENSE LICENCE LICENSED OPERATOR OPERATORS COMMERCIAL CHAUFFEUR ENHANCED PERMIT LEARNER LEARNERS
  INSTRUCTION PROVISIONAL PROBATIONARY TEMPORARY LIMITED TERM DURATION RESTRICTED INTERIM DUPLICATE DUP DUPS REV REVISED RENEWAL
  IDENTIFICATION IDENTITY ID CARD NON NONDRIVER PURPOSE PURPOSES FEDERAL LIMITS APPLY VALID NOT FOR OF THE AND USE USES STATE
  PROVINCE COMMONWEALTH DISTRICT GOVERNMENT REAL COMPLIANT ACT LAWFUL PRESENCE STATUS ONLY UNDER UNTIL AGE YEARS MINOR OVER
  DL DLN CDL LIC NO NUM NUMBER LN FN MN SUF LAST FIRST MIDDLE FAMILY GIVEN NAME NAMES ADDR ADDRESS DOB BIRTH DATE ISS ISSUED ISSUE
  ISSUER EXP EXPIRES EXPIRY EXPIRATION SEX HGT HT HEIGHT WGT WT WEIGHT EYES EYE HAIR CLASS CLASSIFICATION END ENDS ENDORSE ENDORSEMENT
  ENDORSEMENTS REST RESTR RESTRICTION RESTRICTIONS COND CONDITION CONDITIONS NONE DD DCF AUDIT INVENTORY SIGNATURE SIGN SIGNED DONOR
  ORGAN TISSUE ANATOMICAL GIFT VETERAN VET MEDICAL ALERT BLOOD TYPE INDICATOR MOTORCYCLE MOTOR VEHICLE VEHICLES DEPARTMENT DIVISION
  BUREAU ADMINISTRATION TRANSPORTATION REGISTRY PUBLIC SAFETY REVENUE REVENUES SECRETARY DIRECTOR ADMINISTRATOR COMMISSIONER REGISTRAR
  DMV BMV MVD USA CAN CANADA UNITED STATES AMERICA FT IN LB LBS KG CM BLK BLU BRO BRN GRY GRN HAZ PNK DIC UNK BAL BLN SDY WHI XXX
  PERMIS CONDUIRE DE DU LA LE CONDUCTEUR NOM PRENOM PRENOMS ADRESSE DDN DEL DELIVRE EXPIRE SEXE TAILLE HAUT YEUX CHEVEUX CATEG
  CATEGORIE CLASSE NUMERO REFERENCE SIGNATURE
  `
    .trim()
    .split(/\s+/),
);

/** The name of a jurisdiction on its cards, by the code in its addresses. */
const jurisdictions: Readonly<Record<string, string>> = {
  AL: 'Alabama', AK: 'Alaska', AS: 'American Samoa', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado',
  CT: 'Connecticut', DE: 'Delaware', DC: 'District of Columbia Washington', FL: 'Florida', GA: 'Georgia', GU: 'Guam',
  HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana',
  ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri',
  MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York',
  NC: 'North Carolina', ND: 'North Dakota', MP: 'Northern Mariana Islands', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon',
  PA: 'Pennsylvania', PR: 'Puerto Rico', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee',
  TX: 'Texas', UT: 'Utah', VT: 'Vermont', VA: 'Virginia', VI: 'Virgin Islands', WA: 'Washington', WV: 'West Virginia',
  WI: 'Wisconsin', WY: 'Wyoming',
  AB: 'Alberta', BC: 'British Columbia', MB: 'Manitoba', NB: 'New Brunswick Nouveau Brunswick',
  NL: 'Newfoundland Labrador', NS: 'Nova Scotia', NT: 'Northwest Territories', NU: 'Nunavut', ON: 'Ontario',
  PE: 'Prince Edward Island', QC: 'Quebec', SK: 'Saskatchewan', YT: 'Yukon',
}; // prettier-ignore

/** The words of a jurisdiction's name, in capitals. */
export function jurisdictionWords(code: string): string[] {
  return (jurisdictions[code.toUpperCase()] ?? '').toUpperCase().split(' ').filter(Boolean);
}
