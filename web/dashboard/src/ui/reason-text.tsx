import { reasonTexts } from 'virtual:contract-words';

/** A reason in plain words, followed by its code. */
export function ReasonText({ code }: { code: string }) {
  return (
    <span>
      {reasonTexts[code] ?? 'An outcome without a text.'} <code className="font-mono text-xs text-faint">{code}</code>
    </span>
  );
}
