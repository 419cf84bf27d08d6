/** The server's counts of a day (UTC). It leaves out days on which nothing began. */
interface Day {
  date: string;
  started: number;
  verified: number;
  reviewNeeded: number;
  rejected: number;
}

const dayMs = 86_400_000;

/** Every day of the span, the empty ones with zeros, so that an axis covers the requested span. `from`, `to`: ISO 8601. */
export function everyDay(days: readonly Day[], { from, to }: { from: string; to: string }): Day[] {
  const counted = new Map(days.map((day) => [day.date, day]));
  const first = Date.parse(from.slice(0, 10));
  const count = Math.round((Date.parse(to.slice(0, 10)) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(first + index * dayMs).toISOString().slice(0, 10);
    return counted.get(date) ?? { date, started: 0, verified: 0, reviewNeeded: 0, rejected: 0 };
  });
}
