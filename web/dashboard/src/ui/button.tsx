import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface text-ink border-edge hover:bg-sunken',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-bad-soft text-bad border-transparent hover:border-bad',
} as const;
const sizes = { normal: 'min-h-10 px-3.5 py-2', small: 'min-h-8 px-2.5 py-1 text-[13px]' } as const;

export type ButtonVariant = keyof typeof variants;

export function buttonClasses(variant: ButtonVariant = 'secondary', size: keyof typeof sizes = 'normal'): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors',
    'disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: keyof typeof sizes;
  /** An action is in progress: the button cannot be pressed again meanwhile. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({ variant, size, busy = false, icon, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(buttonClasses(variant, size), className)}
      disabled={disabled === true || busy}
      aria-busy={busy}
      {...rest}
    >
      {busy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  );
}

/** A button that is only a picture; screen readers read `label`. */
export function IconButton({ label, children, className, ...rest }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink disabled:pointer-events-none disabled:opacity-40',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
