/** Waits between attempts in ms: doubling from half a second to eight, so that a network that is back is noticed soon. */
export function backoffMs(attempt: number): number {
  return Math.min(500 * 2 ** attempt, 8000);
}
