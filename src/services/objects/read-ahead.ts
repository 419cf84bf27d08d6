/**
 * Reads items in order, `atMost` at a time: an object store across a network answers each request only after some time. Reads no further than
 * that ahead of the caller, so that it never holds a whole recording. Fails like the first read that failed, in the order of the items.
 */
export async function* readAhead<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
  atMost: number,
): AsyncGenerator<Read, undefined> {
  const begun: Promise<Read>[] = [];
  let next = 0;
  function fill(): void {
    for (const item of items.slice(next, next + atMost - begun.length)) {
      const reading = read(item);
      // The caller may never ask for it: then a failure must not count as unhandled.
      reading.catch(() => undefined);
      begun.push(reading);
      next += 1;
    }
  }
  fill();
  for (let reading = begun.shift(); reading !== undefined; reading = begun.shift()) {
    const done = await reading;
    fill();
    yield done;
  }
  return undefined;
}
