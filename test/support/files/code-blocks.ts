/** A fenced block of a page, with the word of the comment above it that says whether it is run. */
export interface CodeBlock {
  marker: string | null;
  language: string;
  code: string;
}

export function codeBlocks(page: string): CodeBlock[] {
  const fences = /(?:<!-- ([^\n]*) -->\n\n?)?^```(\w+)\n([\s\S]*?)^```$/gm;
  return [...page.matchAll(fences)].map(([, marker, language = '', code = '']) => ({
    marker: marker ?? null,
    language,
    code,
  }));
}
