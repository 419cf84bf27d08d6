/** The key of a shortcut; null while the operator types, has a dialog or menu open, or presses a shortcut of the browser. */
export function pressedKey(event: KeyboardEvent): string | null {
  const { target } = event;
  const typing =
    target instanceof HTMLElement && target.closest('input, select, textarea, dialog, [role=menu]') !== null;
  const busy = typing || event.ctrlKey || event.metaKey || event.altKey;
  return busy || document.querySelector('dialog[open]') !== null ? null : event.key;
}
