/** The results of an action on each item, in the items' order. At most `most` actions are in progress, started in that order. */
export async function eachInOrder<Item, Result>(
  items: readonly Item[],
  most: number,
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  async function work(): Promise<void> {
    for (const [index, item] of entries) results[index] = await action(item);
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
