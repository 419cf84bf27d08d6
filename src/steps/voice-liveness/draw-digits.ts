import type { RandomBelow } from '../challenge-drawing.ts';

/** Draws digits to be read aloud. None follows itself: "double seven" and "seven" twice sound alike to an engine. */
export function drawDigits(random: RandomBelow, digitCount: number): string {
  let digits = '';
  while (digits.length < digitCount) {
    const digit = String(random(10));
    if (!digits.endsWith(digit)) digits += digit;
  }
  return digits;
}
