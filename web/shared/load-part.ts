/**
 * Loads a part of an application when it is needed. Browsers remember that a module could not be fetched and refuse every later import of
 * its address, even when the network is back. The error names the address, so a lost part is requested again with a query added to it.
 * @throws the browser's error when the part cannot be fetched now; a later call may succeed
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const lost = /https?:\/\/[^\s'"]+/.exec(String(error))?.[0];
    if (lost === undefined) throw error;
    const address = new URL(lost);
    address.searchParams.set('again', crypto.randomUUID());
    return (await import(/* @vite-ignore */ address.href)) as T; // The same module as `load` names.
  }
}
