import { reasonTexts } from 'virtual:contract-words';

/** A reason in plain words, followed by its code. */
export function ReasonText({ code }: { code: string }) {
  return (
    <span>
      {reasonTexts[code] ?? 'No description.'} <code className="font-mono text-xs text-faint">{code}</code>
    </span>
  );
}
