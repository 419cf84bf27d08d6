/** The future owner of the password. */
export interface PasswordOwner {
  email: string;
  name: string;
}

export type PasswordWeakness = 'common' | 'personal';

/** Part of many first guesses. */
const productWords = ['verify'];
/** Shorter words occur in many passwords by chance. */
const shortestWord = 3;
/** The length that must be left of a password without the words that anybody can guess. */
const leastLeft = 8;
const fewestLetters = 5;

/**
 * Why a password is easy to guess; null when it is not. `common` contains common passwords in lower case. A common word surrounded by
 * digits and signs is as easy to guess as the word.
 */
export function findPasswordWeakness(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): PasswordWeakness | null {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const unit = repeatedUnit(plain);
  if (common.has(plain) || common.has(core) || common.has(unit)) return 'common';
  if (unit.length < leastLeft || new Set(plain).size < fewestLetters || isRun(plain)) return 'common';
  const words = personalWords(owner).sort((one, other) => other.length - one.length);
  const left = words.reduce((text, word) => text.replaceAll(word, ' '), plain);
  return left !== plain && left.replaceAll(/[^\p{L}]/gu, '').length < leastLeft ? 'personal' : null;
}

function personalWords({ email, name }: PasswordOwner): string[] {
  const parts = [email, ...email.split('@'), name, ...productWords].map((text) => text.normalize('NFKC').toLowerCase());
  const words = parts.flatMap((text) => [text, text.replaceAll(/\s/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words)].filter((word) => word.length >= shortestWord);
}

/** `abcabcabc` becomes `abc`; a text without repetition stays as it is. */
function repeatedUnit(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** Whether each character follows the one before, as in `123456789012` and `abcdefghijkl`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return [1, -1].some((step) => steps.every((one) => one === step || one === -9 * step));
}
