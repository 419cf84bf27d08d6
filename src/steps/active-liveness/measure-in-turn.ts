/** Measures pictures one after the other. */
export interface InTurn<Picture, Reading> {
  add: (picture: Picture) => void;
  /** Skips every measurement that has not begun. */
  abandon: () => void;
  /** The readings of all pictures that were measured. @throws what the first failed measurement threw */
  all: () => Promise<Reading[]>;
}

/**
 * Measures pictures one after the other, in the order in which they come and while more are coming: the nets keep one core busy
 * whatever is asked of them at once.
 */
export function measureInTurn<Picture, Reading>(
  measure: (picture: Picture) => Promise<Reading>,
): InTurn<Picture, Reading> {
  const readings: Promise<Reading | null>[] = [];
  let before: Promise<unknown> = Promise.resolve();
  let wanted = true;
  return {
    add: (picture) => {
      const reading = before.then(() => (wanted ? measure(picture) : null));
      readings.push(reading);
      // `all` reports a failure, which must not go unheard until then.
      before = reading.catch(() => undefined);
    },
    abandon: () => {
      wanted = false;
    },
    all: async () => (await Promise.all(readings)).flatMap((reading) => (reading === null ? [] : [reading])),
  };
}
