import type { RandomBelow } from '../challenge-drawing.ts';

/** Draws digits to read aloud. No digit is repeated immediately: an engine cannot distinguish "double seven" from "seven" said twice. */
export function drawDigits(random: RandomBelow, digitCount: number): string {
  let digits = '';
  while (digits.length < digitCount) {
    const digit = String(random(10));
    if (!digits.endsWith(digit)) digits += digit;
  }
  return digits;
}
