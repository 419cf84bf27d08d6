/** Languages whose letters a second reader can read. ISO 639-2/T. */
export const readLanguages = [
  'bel', 'bul', 'ces', 'cym', 'deu', 'ell', 'eng', 'est', 'fra', 'gle', 'hrv', 'hun', 'isl', 'ita', 'lav', 'lit', 'mkd', 'mlt', 'nld',
  'nor', 'pol', 'por', 'ron', 'rus', 'slk', 'slv', 'spa', 'sqi', 'srp', 'swe', 'tur', 'ukr',
] as const; // prettier-ignore
export type ReadLanguage = (typeof readLanguages)[number];

/** The letters of each language other than a to z, in lower case. The second reader needs more confidence for any other letter. */
export const ownLettersOf: Readonly<Record<ReadLanguage, string>> = {
  bel: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  bul: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  ces: 'áčďéěíňóřšťúůýž',
  cym: 'âêîôûŵŷ',
  deu: 'äöüß',
  ell: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
  eng: '',
  est: 'äõöüšž',
  fra: 'àâæçéèêëîïôœùûüÿ',
  gle: 'áéíóú',
  hrv: 'čćđšž',
  hun: 'áéíóöőúüű',
  isl: 'áéíóúýæöþð',
  ita: 'àèéìòù',
  lav: 'āčēģīķļņšūž',
  lit: 'ąčęėįšųūž',
  mkd: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  mlt: 'ċġħż',
  nld: 'ëïéèöü',
  nor: 'æøå',
  pol: 'ąćęłńóśźż',
  por: 'ãõçáéíóúâêôà',
  ron: 'ăâîșț',
  rus: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  slk: 'áäčďéíĺľňóôŕšťúýž',
  slv: 'čšž',
  spa: 'ñáéíóúü',
  sqi: 'çë',
  srp: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  swe: 'åäö',
  tur: 'çğıöşüİ',
  ukr: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
};

/** The languages of stored results that do not name theirs, and of documents whose country is unknown. */
export const usualReadLanguages: readonly ReadLanguage[] = ['por', 'spa'];

/**
 * The languages in which documents of each country (ISO 3166-1 alpha-2) write names, places and offices. Countries that print names in Latin
 * letters without marks have English, even if they also print them in a script that no reader knows.
 */
const countriesOf: readonly (readonly [languages: readonly ReadLanguage[], countries: string])[] = [
  [['por'], 'AO BR CV GW MO MZ PT ST TL'],
  [['spa'], 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'],
  [['fra', 'spa'], 'AD'],
  // Names of Spanish origin are common in the Philippines and the United States.
  [['eng', 'spa'], 'AS BZ GU MP PH US VI'],
  [['eng', 'cym'], 'GB'],
  [['eng', 'gle'], 'IE'],
  [['isl'], 'IS'],
  [
    ['eng'],
    `AE AF AG AI AM AU BB BD BH BM BN BS BT BW CK CN DM EG ER ET FJ FK FM GD GE GG GH GI GM GY HK ID IL IM IN IQ IR JE JM JO JP KE KG
     KH KI KN KP KR KW KY KZ LA LC LK LR LS LY MH MM MN MS MV MW MY NA NF NG NP NR NU NZ OM PG PK PN PS PW QA SA SB SD SG SH SL SO SS SY
     SZ TC TH TJ TK TO TT TV TW TZ UG UZ VC VG WS YE ZA ZM ZW`,
  ],
  // Letters of these look like Latin ones, so that both readers may agree on a wrong name: `mayBeNative` finds such words.
  [['bel'], 'BY'],
  [['bul'], 'BG'],
  [['ell'], 'CY GR'],
  [['mkd'], 'MK'],
  [['rus'], 'RU'],
  // Their Latin letters have the marks of Croatian.
  [['srp', 'hrv'], 'BA ME RS'],
  [['ukr'], 'UA'],
  [['deu'], 'AT DE LI'],
  [['deu', 'fra', 'nld'], 'BE'],
  [['nld'], 'AW BQ CW NL SR SX'],
  [['fra'], 'BF BI BJ BL CD CF CG CI DJ DZ FR GA GF GN GP HT KM MA MC MF MG ML MQ MR NC NE PF PM RE SN TD TG TN WF YT'],
  [['eng', 'fra'], 'CA CM LB MU RW SC VU'],
  [['deu', 'fra', 'ita'], 'CH'],
  [['deu', 'fra'], 'LU'],
  [['ita'], 'IT SM VA'],
  [['pol'], 'PL'],
  [['tur'], 'TR'],
  [['swe'], 'AX FI SE'],
  [['nor'], 'DK FO GL NO SJ'],
  [['sqi'], 'AL XK'],
  [['ces'], 'CZ'],
  [['slk'], 'SK'],
  [['slv'], 'SI'],
  [['hrv'], 'HR'],
  [['hun'], 'HU'],
  [['ron'], 'MD RO'],
  [['est'], 'EE'],
  [['lav'], 'LV'],
  [['lit'], 'LT'],
  [['mlt'], 'MT'],
];

/** Languages that also have marks below letters (ș, ļ, ą), which both readers may lose: `BRASOV`. */
const withMarksBelow: readonly ReadLanguage[] = ['lav', 'lit', 'ron'];

/** Whether a reading counts only if the ink below its letters confirms it. */
export function hasMarksBelow(language: ReadLanguage): boolean {
  return withMarksBelow.includes(language);
}

const languagesOf = new Map(
  countriesOf.flatMap(([languages, countries]) =>
    countries.split(/\s+/).map((country) => [country, languages] as const),
  ),
);

/** Null when the country is unknown, or writes a language that is not in the list. */
export function writtenLanguagesOf(country: string | null): readonly ReadLanguage[] | null {
  return country === null ? null : (languagesOf.get(country) ?? null);
}
