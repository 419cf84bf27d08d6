/** The country of a network address (ISO 3166-1 alpha-2); null when unknown. */
export type FindCountry = (networkAddress: string) => string | null;
