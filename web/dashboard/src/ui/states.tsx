import { CircleAlert, Lock, RotateCw, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem, messageOf } from '../api/problem.ts';
import { Button } from './button.tsx';

/** Shown for an empty list: it names the next step. */
export function Empty({
  Icon,
  title,
  children,
  action,
  isPage = false,
}: {
  Icon?: LucideIcon;
  title: string;
  /** The whole page, so its title is the page's heading. */
  isPage?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {Icon && (
        <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-sunken text-faint">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <Title className="text-[15px] font-semibold">{title}</Title>
      {children !== undefined && <div className="mt-1 max-w-md text-soft">{children}</div>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export function Failure({
  error,
  onRetry,
  wayBack,
}: {
  error: unknown;
  /** Offered where another try can help. */
  onRetry?: () => void;
  /** Offered where none can. */
  wayBack?: ReactNode;
}) {
  const problem = error instanceof ApiProblem ? error : null;
  const refused = problem?.status === 403;
  const gone = problem?.status === 404;
  const Icon = refused ? Lock : CircleAlert;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 flex size-11 items-center justify-center rounded-xl bg-bad-soft text-bad">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-[15px] font-semibold">
        {refused
          ? 'Your role has no access to this page'
          : gone
            ? 'It may have been erased'
            : 'This could not be loaded'}
      </p>
      <p className="mt-1 max-w-md text-soft">{messageOf(error)}</p>
      {problem !== null && (
        <p className="mt-2 font-mono text-xs text-faint">
          {problem.code}
          {problem.requestId !== null && ` · ${problem.requestId}`}
        </p>
      )}
      {onRetry && !refused && !gone && (
        <Button className="mt-5" onClick={onRetry} icon={<RotateCw aria-hidden className="size-4" />}>
          Try again
        </Button>
      )}
      {wayBack !== undefined && (refused || gone) && <div className="mt-5">{wayBack}</div>}
    </div>
  );
}

export function Loading({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-5">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`skeleton h-5 ${index % 3 === 2 ? 'w-2/3' : 'w-full'}`} />
      ))}
    </div>
  );
}
