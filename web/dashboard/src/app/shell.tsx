import { Outlet, useLocation } from '@tanstack/react-router';
import { FlaskConical, Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty } from '../ui/states.tsx';
import { ClientSwitch } from './session/client-switch.tsx';
import { Logo } from './brand/logo.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Navigation } from './navigation.tsx';
import { OperatorMenu } from './session/operator-menu.tsx';
import { useSession } from './session/session.tsx';

/** The frame of every page after sign-in: the pages at its side, or behind a button where there is little room. */
export function Shell() {
  const { client } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_1fr]">
      <a
        href="#content"
        className="sr-only rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface lg:flex">
        <SideContent />
      </aside>
      <header className="sticky top-0 z-20 flex items-center gap-3 border-b border-line bg-surface px-4 py-2.5 lg:hidden">
        <IconButton label="Pages" aria-expanded={open} onClick={() => setOpen(true)}>
          <MenuIcon aria-hidden className="size-5" />
        </IconButton>
        <Logo />
      </header>
      <KeyboardHelp />
      {open && <Drawer onClose={() => setOpen(false)} />}
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {client?.mode === 'test' && (
          <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-center text-[13px] font-medium text-warn">
            <FlaskConical aria-hidden className="size-3.5 shrink-0" />
            Test client: nobody is contacted, and results prove nothing.
          </p>
        )}
        <div className="mx-auto w-full max-w-7xl px-4 py-7 sm:px-8">
          {client?.suspended === true && (
            <div className="mb-5">
              <Notice tone="bad">This client is suspended: nobody can start a verification.</Notice>
            </div>
          )}
          {client === null ? (
            <Empty title="No client yet">You are signed in but have access to no client. Ask an owner.</Empty>
          ) : (
            <ClientPages key={client.id} />
          )}
        </div>
      </main>
    </div>
  );
}

/**
 * Remounted for every client, so that no data of one client shows under another. A new page moves the focus to its start when it is drawn.
 */
function ClientPages() {
  const { pathname } = useLocation();
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!first.current) document.getElementById('content')?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
  return <Outlet />;
}

function SideContent({ onFollow }: { onFollow?: () => void }) {
  return (
    <>
      <div className="flex flex-col gap-4 px-4 pt-5 pb-4">
        <div className="px-1">
          <Logo />
        </div>
        <ClientSwitch />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <Navigation {...(onFollow && { onFollow })} />
      </div>
      <div className="border-t border-line p-3">
        <OperatorMenu />
      </div>
    </>
  );
}

function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Pages"
      onCancel={onClose}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface p-0 text-ink"
    >
      <div className="flex h-full flex-col">
        <IconButton label="Close" onClick={onClose} className="absolute top-5 right-4">
          <X aria-hidden className="size-5" />
        </IconButton>
        <SideContent onFollow={onClose} />
      </div>
    </dialog>
  );
}
