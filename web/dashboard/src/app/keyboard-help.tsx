import { useEffect, useState } from 'react';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { pressedKey } from './pressed-key.ts';

const groups = [
  {
    title: 'Everywhere',
    keys: [
      ['?', 'Show this help'],
      ['/', 'Go to the search box of a list'],
      ['Esc', 'Close a dialog or a menu'],
    ],
  },
  {
    title: 'Review queue',
    keys: [
      ['V', 'Verify'],
      ['R', 'Reject'],
      ['J', 'Next case'],
      ['K', 'Previous case'],
      ['Ctrl + Enter', 'Record the verdict (⌘ + Enter on a Mac)'],
    ],
  },
] as const;

/** Opens on `?` and lists the keys that work. `/` puts the cursor into the list's search box. */
export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      if (key === '?') setOpen(true);
      else if (key === '/') {
        const field = document.querySelector<HTMLInputElement>('main form[role=search] input');
        if (field === null) return;
        field.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  return (
    <Dialog title="Keyboard" onClose={() => setOpen(false)}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="mb-5 last:mb-0">
          <h3 className="mb-2 font-medium">{title}</h3>
          <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2">
            {keys.map(([key, text]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd className="text-soft">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
