/** ISO 3166-1 alpha-2 code of the country that a network address belongs to; null when it is not known. */
export type FindCountry = (networkAddress: string) => string | null;
