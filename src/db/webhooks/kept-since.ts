export const dayMs = 24 * 60 * 60 * 1000;
const keptDays = 30;

/** The service hides events and deliveries from before this moment. It deletes their rows a little later, with their week. */
export function keptSince(): Date {
  return new Date(Date.now() - keptDays * dayMs);
}
