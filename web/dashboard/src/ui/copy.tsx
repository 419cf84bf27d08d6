import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';

function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return { copied, copy: () => void copy() };
}

/** An id, short enough to read, whole when copied. */
export function Id({ value, whole = false }: { value: string; whole?: boolean }) {
  const { copied, copy } = useCopy(value);
  const short = whole || value.length <= 18 ? value : `${value.slice(0, 8)}…${value.slice(-5)}`;
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code
        title={value}
        className={classes('font-mono text-[13px] text-soft', whole ? 'break-all' : 'whitespace-nowrap')}
      >
        {short}
      </code>
      <IconButton label={copied ? 'Copied' : `Copy ${value}`} className="relative z-10 size-6!" onClick={copy}>
        {copied ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
      </IconButton>
    </span>
  );
}

/** A longer text to copy: a secret, a link, a line of code. */
export function CopyBox({ value, label, className }: { value: string; label: string; className?: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <div className={classes('flex items-center gap-2 rounded-lg border border-line bg-sunken p-2 pl-3', className)}>
      <code aria-label={label} className="min-w-0 flex-1 font-mono text-[13px] wrap-anywhere">
        {value}
      </code>
      <Button
        size="small"
        onClick={copy}
        icon={copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
