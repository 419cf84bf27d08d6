interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** Every item of a list, loaded page by page on demand: `for await (const identity of eachOf((after) => …))`. */
export async function* eachOf<Item>(
  readPage: (after: string | undefined) => Promise<{ data?: Page<Item> }>,
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const { data: page } = await readPage(after);
    if (page === undefined) throw new Error('The list answered nothing.');
    yield* page.data;
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
}
