export const dayMs = 24 * 60 * 60 * 1000;
const keptDays = 30;

/** Events and deliveries from before this moment are shown to nobody. Their rows go a little later, with their week. */
export function keptSince(): Date {
  return new Date(Date.now() - keptDays * dayMs);
}
