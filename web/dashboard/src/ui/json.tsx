/** Any value as indented JSON, scrolled within its box. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <pre
      role="group"
      aria-label={label}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-[13px] leading-5"
    >
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
