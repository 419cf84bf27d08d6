/** A page without it lays out at 980 px on phones. Answers what takes it away again. */
export function ensureViewport(): () => void {
  if (document.querySelector('meta[name="viewport"]') !== null) return () => {};
  const meta = document.createElement('meta');
  meta.name = 'viewport';
  meta.content = 'width=device-width, initial-scale=1';
  document.head.append(meta);
  return () => meta.remove();
}
