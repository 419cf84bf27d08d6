import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { api, done } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { roleTexts } from './role-texts.ts';
import { useSession } from './session.tsx';
import { chooseTheme, themes, useTheme } from '../brand/theme.ts';

const themeLooks = {
  system: { text: 'Same as the system', Icon: Monitor },
  light: { text: 'Light', Icon: Sun },
  dark: { text: 'Dark', Icon: Moon },
};

/** The signed-in operator: profile, light or dark, and sign-out. */
export function OperatorMenu() {
  const { operator } = useSession();
  const theme = useTheme();
  const say = useToast();
  const signOut = useMutation({
    mutationFn: () => done(api.POST('/v2/sign-out')),
    onSuccess: () => {
      queryClient.setQueryData(selfKey, null);
      // Removes the data of people that this operator has read.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== selfKey[0] });
    },
    onError: (error) => say(messageOf(error), 'bad'),
  });
  const name = operator.name || operator.email;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-sunken"
        >
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-[13px] font-semibold text-link"
          >
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate leading-5 font-medium">{name}</span>
            <span className="block truncate text-xs text-faint">{roleTexts[operator.role].name}</span>
          </span>
          <span className="sr-only">: profile and appearance</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
        </button>
      }
    >
      <MenuLabel>{operator.email}</MenuLabel>
      <MenuLink>
        <Link to="/profile">
          <UserRound aria-hidden className="size-4" />
          Profile and security
        </Link>
      </MenuLink>
      <MenuSeparator />
      <MenuLabel>Appearance</MenuLabel>
      {themes.map((option) => {
        const { text, Icon } = themeLooks[option];
        return (
          <MenuItem key={option} onSelect={() => chooseTheme(option)}>
            <Icon aria-hidden className="size-4" />
            <span className="flex-1">{text}</span>
            {option === theme && <span className="text-xs text-link">Chosen</span>}
          </MenuItem>
        );
      })}
      <MenuSeparator />
      <MenuItem onSelect={() => signOut.mutate()}>
        <LogOut aria-hidden className="size-4" />
        Sign out
      </MenuItem>
    </Menu>
  );
}
