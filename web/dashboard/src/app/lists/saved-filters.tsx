import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import type { Search } from './search.ts';
import { useClientKey } from '../session/session.tsx';

interface Saved {
  name: string;
  search: Search<string>;
}

/** Filters that the operator named. This browser keeps them, separately for each client and list. */
export function SavedFilters({
  list,
  search,
  onChoose,
}: {
  list: string;
  search: Search<string>;
  onChoose: (search: Search<string>) => void;
}) {
  const key = `verify.filters.${list}.${useClientKey()}`;
  const [saved, setSaved] = useState<Saved[]>(() => readSaved(key));
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const keep = (next: Saved[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setSaved(next);
  };
  const current = Object.fromEntries(Object.entries(search).filter(([field]) => field !== 'after'));
  const save = () => {
    keep([...saved.filter((item) => item.name !== name), { name, search: current }]);
    setNaming(false);
    setName('');
  };
  const given = Object.keys(current).length > 0;
  if (!given && saved.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <Button size="small" variant="quiet" icon={<Bookmark aria-hidden className="size-4" />}>
            Saved filters
          </Button>
        }
      >
        {saved.length > 0 && <MenuLabel>Saved in this browser</MenuLabel>}
        {saved.map((item) => (
          <MenuItem key={item.name} onSelect={() => onChoose(item.search)}>
            <span className="min-w-0 flex-1 truncate">{item.name}</span>
            <IconButton
              label={`Forget ${item.name}`}
              tabIndex={-1}
              onClick={(event) => {
                event.stopPropagation();
                keep(saved.filter((other) => other !== item));
              }}
            >
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </MenuItem>
        ))}
        {saved.length > 0 && <MenuSeparator />}
        <MenuItem disabled={!given} onSelect={() => setNaming(true)}>
          Save this filter…
        </MenuItem>
      </Menu>
      {naming && (
        <FormDialog
          title="Save this filter"
          submit={{ mutate: save, isPending: false, error: null }}
          action="Save"
          onClose={() => setNaming(false)}
        >
          <TextField
            label="Name"
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </FormDialog>
      )}
    </>
  );
}

function readSaved(key: string): Saved[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Saved[]) : []; // Only this file writes the key.
  } catch {
    return [];
  }
}
