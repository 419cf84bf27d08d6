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
