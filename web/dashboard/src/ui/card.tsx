import { useId, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { PartBoundary } from './part-boundary.tsx';

interface CardProps {
  /** Of a card that other parts of the page lead to. */
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  /** Next to the title. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Without space around the children: for tables. */
  flush?: boolean;
  className?: string;
}

export function Card({ id, title, description, actions, children, flush = false, className }: CardProps) {
  const titleId = useId();
  return (
    <section
      {...(id !== undefined && { id, tabIndex: -1 })}
      {...(title !== undefined && { 'aria-labelledby': titleId })}
      className={classes('overflow-hidden rounded-xl border border-line bg-surface shadow-card', className)}
    >
      {title !== undefined && (
        <header
          className={classes(
            'flex flex-wrap justify-between gap-3 px-5 pt-4',
            description === undefined ? 'items-center' : 'items-start',
            flush ? 'pb-4' : '',
          )}
        >
          <div className="min-w-0">
            <h2 id={titleId} className="text-[15px] font-semibold">
              {title}
            </h2>
            {description !== undefined && (
              <p className="mt-0.5 max-w-prose text-[13px] text-pretty text-faint">{description}</p>
            )}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children !== undefined && (
        <div className={flush ? (title === undefined ? '' : 'border-t border-line') : 'p-5'}>
          <PartBoundary name={typeof title === 'string' ? title : 'This part'}>{children}</PartBoundary>
        </div>
      )}
    </section>
  );
}
