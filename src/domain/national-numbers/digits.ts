import type { NumberSource } from './national-rule.ts';

/** The digits of a number, each times its weight, summed. Weights beyond the number's end count for nothing. */
export function weightedSum(number: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(number.charAt(index)), 0);
}

/** So many digits drawn at random; the first is never 0, so that nothing is lost when the number is read as one. */
export function drawDigits(random: NumberSource, length: number): string {
  return Array.from({ length }, (_, index) => String(random.integer(index === 0 ? 1 : 0, 9))).join('');
}

/** A digit repeated all along keeps many a formula and is nobody's number. */
export function isOneDigitRepeated(number: string): boolean {
  return /^(.)\1*$/.test(number);
}

/** Draws until a candidate suits: for formulas that give some bodies no check digit. */
export function drawUntil<T>(draw: () => T | null): T {
  for (;;) {
    const drawn = draw();
    if (drawn !== null) return drawn;
  }
}
