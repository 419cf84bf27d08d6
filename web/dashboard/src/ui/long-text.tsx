import { useState } from 'react';

/** How many letters are shown at first. A record's text may have any length, and a browser takes seconds to break one word of thousands. */
const shownAtOnce = 500;

/** Text that may come from a stranger. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (whole || text.length <= shownAtOnce) return <>{text}</>;
  return (
    <>
      {text.slice(0, shownAtOnce)}…{' '}
      <button type="button" className="link whitespace-nowrap" onClick={() => setWhole(true)}>
        Show all {text.length.toLocaleString()} characters
      </button>
    </>
  );
}
