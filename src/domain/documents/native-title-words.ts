/**
 * Words of the headings of travel documents in Cyrillic and Greek that no person's name resembles: one of their letters may be misread.
 */
export const nativeTitleWords: readonly string[] = ['ПАСПОРТ', 'ПАШПАРТ', 'ΔΙΑΒΑΤΗΡΙΟ'];

/** Words of which one letter more or less makes a name (ПАНОШ, УКРАЇНКА). They have to be exact. */
export const exactNativeTitleWords: readonly string[] = ['ПАСОШ', 'УКРАЇНА'];
