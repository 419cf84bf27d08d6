import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { classes } from '../classes.ts';

const textFields = ':is(input, textarea):read-write';
const anyControl = ':is(input, select, button):enabled, a[href]';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** Only a button closes it: neither Escape nor a press outside it. For secrets that are shown once. */
  firm?: boolean;
}

/**
 * The browser's own modal dialog: the page behind it is inert, Escape closes it, and the focus returns. Mounted means open. It opens with
 * the focus in its first text field, or else on the first control of its content: in a question, that is the button that cancels.
 */
export function Dialog({ title, onClose, children, wide = false, firm = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  const placed = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  // The browser would choose the button that closes. React's `autoFocus` runs before the dialog is shown, when nothing can have focus.
  // Content that is loaded gets the focus when it arrives, unless the operator has moved it.
  useEffect(() => {
    if (placed.current) return;
    const first = (controls: string) => content.current?.querySelector<HTMLElement>(controls);
    const control = first(textFields) ?? first(anyControl);
    if (!control) return;
    placed.current = true;
    if (!content.current?.contains(document.activeElement)) control.focus();
  });
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!firm) onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !firm) onClose();
      }}
      className={classes(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-auto rounded-2xl border border-line bg-surface p-0 text-ink shadow-float',
        wide ? 'max-w-6xl' : 'max-w-lg',
      )}
    >
      <div className="p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={id} className="text-lg leading-7 font-semibold break-words">
            {title}
          </h2>
          {!firm && (
            <IconButton label="Close" onClick={onClose} className="-mt-0.5 -mr-2">
              <X aria-hidden className="size-4.5" />
            </IconButton>
          )}
        </div>
        <div ref={content}>{children}</div>
      </div>
    </dialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
