import { codeAreas, listKnownCodes, type CodeArea } from '../../contract/known-codes/list-known-codes.ts';

const titles: Readonly<Record<CodeArea, string>> = {
  problem: 'Problems that a route answers with',
  fault: 'Faults of a request (errors[].code)',
  reason: 'Reasons of checks',
  device: 'Codes of the device',
  flowWarning: 'Warnings about flows',
};

/** Every code with cause and remedy. A problem's `type` links to its line here. */
export function codesPage(): string {
  const known = listKnownCodes();
  const anchored = new Set<string>();
  // A code that occurs in two areas has one address: its first line, which is the problem's.
  const anchorOf = (code: string) => {
    if (anchored.has(code)) return '';
    anchored.add(code);
    return ` id="${code}"`;
  };
  const sections = codeAreas.map((area) => {
    const rows = known
      .filter((one) => one.area === area)
      .map(
        ({ code, cause, remedy }) =>
          `<tr${anchorOf(code)}><td><code>${code}</code></td><td>${escaped(cause)}</td><td>${escaped(remedy)}</td></tr>`,
      );
    const head = '<tr><th>code</th><th>cause</th><th>remedy</th></tr>';
    return `<h2>${titles[area]}</h2><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Verify: codes</title></head>
<body><h1>Codes</h1>
${sections.join('\n')}
</body></html>
`;
}

/** Backticks are Markdown for other pages; here they stay as they are. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
