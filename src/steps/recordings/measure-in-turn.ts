/** Measures pictures one at a time. */
export interface InTurn<Picture, Reading> {
  add: (picture: Picture) => void;
  /** Skips every measurement that has not begun. */
  abandon: () => void;
  /** The measurements of all pictures. @throws the error of the first measurement that failed */
  all: () => Promise<Reading[]>;
}

/**
 * Measures pictures one at a time, in the order in which they arrive, while more are arriving: the models keep one core busy however many
 * requests they have at once.
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
      // `all` reports a failure. Until it is called, the failure must not count as unhandled.
      before = reading.catch(() => undefined);
    },
    abandon: () => {
      wanted = false;
    },
    all: async () => (await Promise.all(readings)).flatMap((reading) => (reading === null ? [] : [reading])),
  };
}
