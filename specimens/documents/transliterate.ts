/** Letters whose transliteration is more than dropping the mark (ICAO 9303 part 3, section 6, table A). */
const special: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  ß: 'SS',
  Å: 'AA',
  Æ: 'AE',
  Ø: 'OE',
  Œ: 'OE',
  Þ: 'TH',
  Đ: 'D',
  Ł: 'L',
  ı: 'I',
};

/** A printed Latin name as a machine-readable zone writes it: A-Z, one filler between words, no apostrophes. */
export function transliterate(name: string): string {
  const letters = Array.from(name.toLocaleUpperCase('en'), (letter) => special[letter] ?? letter).join('');
  const unmarked = letters.normalize('NFD').replace(/\p{M}/gu, '');
  return unmarked.replace(/['’]/g, '').replace(/[^A-Z]+/g, '<');
}
