/**
 * Loads a part of the dashboard's code. Browsers remember that a module could not be fetched and refuse every later import of its address,
 * although the network is back. So a part that was lost is requested again under another address, which the error names.
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

/** Null: the server cannot be reached. */
export type ServedVersion = 'same' | 'newer' | null;

const entry = () =>
  new URL(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '', location.href).pathname;

/** Whether the server still serves the version that this page runs. The parts of another version have other names. */
export async function askServedVersion(): Promise<ServedVersion> {
  try {
    const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' });
    if (!response.ok) return null;
    return (await response.text()).includes(entry()) ? 'same' : 'newer';
  } catch {
    return null;
  }
}

const reloadedFrom = 'verify.reloaded-from';

/** Reloads for a newer version, once: a cache that keeps the old page must not make it reload for ever. False: it has done so before. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(reloadedFrom) === entry()) return false;
    sessionStorage.setItem(reloadedFrom, entry());
  } catch {
    // Without storage nothing remembers it: the person decides.
    return false;
  }
  location.reload();
  return true;
}
