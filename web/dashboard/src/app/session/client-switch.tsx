import { Check, ChevronsUpDown, FlaskConical } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { useSession } from './session.tsx';

export function TestBadge() {
  return (
    <Badge tone="warn">
      <FlaskConical aria-hidden className="size-3" />
      Test
    </Badge>
  );
}

/** Chooses the client that all pages are about. */
export function ClientSwitch() {
  const { client, clients, choose } = useSession();
  if (client === null) return <p className="px-2.5 text-[13px] text-faint">No client</p>;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-left hover:border-edge"
        >
          <span className="min-w-0 flex-1 truncate font-medium">{client.name}</span>
          {client.mode === 'test' && <TestBadge />}
          <span className="sr-only">: choose a client</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
        </button>
      }
    >
      <MenuLabel>Clients</MenuLabel>
      {clients.map(({ id, name, mode, suspended }) => (
        <MenuItem key={id} onSelect={() => choose(id)}>
          <Check aria-hidden className={`size-4 shrink-0 ${id === client.id ? 'text-link' : 'invisible'}`} />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {suspended && <Badge tone="bad">Suspended</Badge>}
          {mode === 'test' && <TestBadge />}
        </MenuItem>
      ))}
    </Menu>
  );
}
