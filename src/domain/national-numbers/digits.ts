import type { NumberSource } from './national-rule.ts';

/** The sum of each digit times its weight. Ignores weights beyond the end of the number. */
export function weightedSum(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(number.charAt(index)), 0);
}

/** Draws this many random digits. The first is never 0, so the number keeps its length when it is read as a number. */
export function drawDigits(random: NumberSource, length: number): string {
  return Array.from({ length }, (_, index) => String(random.integer(index === 0 ? 1 : 0, 9))).join('');
}

/** True when all digits are the same. Such a number satisfies many formulas and belongs to nobody. */
export function isOneDigitRepeated(number: string): boolean {
  return /^(.)\1*$/.test(number);
}

/** Draws candidates until one is valid, for formulas that give some bodies no check digit. */
export function drawUntil<T>(draw: () => T | null): T {
  for (;;) {
    const drawn = draw();
    if (drawn !== null) return drawn;
  }
}
