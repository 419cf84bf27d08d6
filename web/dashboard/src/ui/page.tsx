import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** Next to the title: a badge, an id. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title in the window and at its top, and what is below. */
export function Page({ title: given, aside, description, actions, children }: PageProps) {
  const title = given.trim() === '' ? 'Untitled' : given;
  useEffect(() => {
    document.title = `${title} · Verify`;
  }, [title]);
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-[22px] leading-8 font-semibold tracking-tight break-words">{title}</h1>
            {aside}
          </div>
          {description !== undefined && (
            <div className="mt-1 max-w-2xl text-pretty wrap-anywhere text-soft">{description}</div>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className="flex flex-col gap-5">{children}</div>
    </>
  );
}
