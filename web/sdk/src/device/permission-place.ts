/** Where a browser keeps the permission that a person refused: each has other steps. */
export type PermissionPlace =
  'androidChromium' | 'androidFirefox' | 'iosSafari' | 'iosApp' | 'macSafari' | 'desktopChromium' | 'desktopFirefox';

/** Null where it is unknown: another app's web view has no address bar, and rare browsers differ. */
export function permissionPlaceOf({
  userAgent,
  maxTouchPoints,
}: {
  userAgent: string;
  maxTouchPoints: number;
}): PermissionPlace | null {
  const says = (pattern: RegExp) => pattern.test(userAgent);
  // An iPad identifies itself as a Mac; no Mac has a touch screen.
  if (says(/iPhone|iPad|iPod/) || (says(/Macintosh/) && maxTouchPoints > 1)) {
    if (says(/CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo/)) return 'iosApp';
    return says(/Version\/[\d.]+ .*Safari\//) ? 'iosSafari' : null;
  }
  if (says(/Android/)) {
    if (says(/; wv\)/)) return null;
    if (says(/Firefox\//)) return 'androidFirefox';
    return says(/Chrome\//) ? 'androidChromium' : null;
  }
  if (says(/Firefox\//)) return 'desktopFirefox';
  if (says(/Chrome\//)) return 'desktopChromium';
  return says(/Macintosh.*Version\/[\d.]+ .*Safari\//) ? 'macSafari' : null;
}
