/** ISO 3166-1 alpha-2. Mexican states have numbers, too, but the service knows no kind of card of theirs. */
export type AamvaCountry = 'US' | 'CA' | 'MX';

/**
 * Issuer identification numbers, from AAMVA's list, with the code of each jurisdiction. Alberta has two: its own cards carry one that is
 * not in the list.
 */
const issuers: Readonly<Record<AamvaCountry, string>> = {
  US: `
    AL 636033 AK 636059 AS 604427 AZ 636026 AR 636021 CA 636014 CO 636020 CT 636006 DE 636011 DC 636043 FL 636010 GA 636055 GU 636019
    HI 636047 ID 636050 IL 636035 IN 636037 IA 636018 KS 636022 KY 636046 LA 636007 ME 636041 MD 636003 MA 636002 MI 636032 MN 636038
    MS 636051 MO 636030 MT 636008 NE 636054 NV 636049 NH 636039 NJ 636036 NM 636009 NY 636001 NC 636004 ND 636034 MP 604430 OH 636023
    OK 636058 OR 636029 PA 636025 PR 604431 RI 636052 SC 636005 SD 636042 TN 636053 TX 636015 UT 636040 VT 636024 VA 636000 VI 636062
    WA 636045 WV 636061 WI 636031 WY 636060 State-Department 636027
  `,
  CA: `
    AB 604432 AB 990876 BC 636028 MB 636048 NB 636017 NL 636016 NS 636013 NT 604434 NU 604433 ON 636012 PE 604426 QC 604428 SK 636044
    YT 604429
  `,
  MX: 'Coahuila 636056 Hidalgo 636057',
};

const countryOfNumber: ReadonlyMap<string, AamvaCountry> = new Map(
  (Object.entries(issuers) as [AamvaCountry, string][]).flatMap(([country, list]) =>
    (list.match(/\d{6}/g) ?? []).map((number) => [number, country] as const),
  ),
);

const countryOfElement: Readonly<Record<string, AamvaCountry>> = { USA: 'US', CAN: 'CA' };

/**
 * The country of a card, from its issuer's number and its element DCG, which cards of version 1 lack. Null if the service does not read cards of
 * that country, if neither names a country, or if the two contradict each other.
 */
export function findAamvaCountry(issuerNumber: string, element: string | undefined): 'US' | 'CA' | null {
  const ofNumber = countryOfNumber.get(issuerNumber);
  const country = element === undefined ? ofNumber : countryOfElement[element.toUpperCase()];
  if (country === undefined || country === 'MX') return null;
  return ofNumber === undefined || ofNumber === country ? country : null;
}
