interface FontTheme {
  regularFont: string | null;
  boldFont: string | null;
}

/**
 * The host's fonts, by URL. They are added to the document, since `@font-face` inside a shadow root does not register; one that
 * cannot be had leaves the system's own.
 */
export function loadFonts({ regularFont, boldFont }: FontTheme, sheet: CSSStyleSheet): void {
  const load = (source: string, weight: string) => {
    if (!URL.canParse(source, location.href)) return Promise.reject(new Error('no address of a font'));
    const face = new FontFace('Verify Host', `url(${JSON.stringify(new URL(source, location.href).href)})`, { weight });
    return face.load().then((loaded) => void document.fonts.add(loaded));
  };
  const wanted = [
    ...(regularFont === null ? [] : [load(regularFont, '400')]),
    ...(boldFont === null ? [] : [load(boldFont, '700')]),
  ];
  void Promise.allSettled(wanted).then((results) => {
    if (results.some(({ status }) => status === 'fulfilled')) sheet.insertRule('dialog{--font:"Verify Host"}');
  });
}
