// Writes names of places, languages, currencies and days in the languages of `scripts.py`, as ICU has them (Unicode licence), as JSON.
//
//     node script_words.mjs "$(python3 -c 'import json, scripts; print(json.dumps(scripts.LANGUAGES))')" > words.json

const languagesOf = JSON.parse(process.argv[2]);
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
const codes = {
  region: letters.flatMap((one) => letters.map((other) => one + other)),
  language: letters.flatMap((one) => letters.map((other) => (one + other).toLowerCase())),
  currency: Intl.supportedValuesOf('currency'),
};

const words = {};
for (const language of new Set(Object.values(languagesOf).flat())) {
  const texts = new Set();
  for (const [type, own] of Object.entries(codes)) {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
    for (const code of own) texts.add(names.of(code) ?? '');
  }
  for (let month = 0; month < 12; month += 1) {
    for (const form of ['long', 'short']) {
      const day = new Date(Date.UTC(2024, month, 3 + month));
      texts.add(new Intl.DateTimeFormat(language, { month: form }).format(day));
      texts.add(new Intl.DateTimeFormat(language, { weekday: form }).format(day));
    }
  }
  words[language] = [...texts].flatMap((text) => text.split(/[\s()\[\],.،・/-]+/)).filter((word) => word !== '');
}
process.stdout.write(JSON.stringify(words));
