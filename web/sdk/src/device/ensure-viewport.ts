/** Without a viewport tag, phones lay a page out at 980 px. Returns a function that removes the tag. */
export function ensureViewport(): () => void {
  if (document.querySelector('meta[name="viewport"]') !== null) return () => {};
  const meta = document.createElement('meta');
  meta.name = 'viewport';
  meta.content = 'width=device-width, initial-scale=1';
  document.head.append(meta);
  return () => meta.remove();
}
