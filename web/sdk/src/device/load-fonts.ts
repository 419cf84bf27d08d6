interface FontFiles {
  regular?: ArrayBuffer;
  bold?: ArrayBuffer;
}

interface FontTheme {
  regularFont: string | null;
  boldFont: string | null;
}

/**
 * Loads the host's fonts, by URL or as files. They are added to the document, since `@font-face` inside a shadow root does not register.
 * When one cannot be loaded, the system's own font is used.
 */
export function loadFonts({ regularFont, boldFont }: FontTheme, sheet: CSSStyleSheet, files: FontFiles = {}): void {
  const load = (name: string | null, file: ArrayBuffer | undefined, weight: string) => {
    const source = file ?? addressOf(name);
    if (source === null) return [];
    const face = new FontFace('Verify Host', source, { weight });
    return [face.load().then((loaded) => void document.fonts.add(loaded))];
  };
  const wanted = [...load(regularFont, files.regular, '400'), ...load(boldFont, files.bold, '700')];
  void Promise.allSettled(wanted).then((results) => {
    if (results.some(({ status }) => status === 'fulfilled')) sheet.insertRule('dialog{--font:"Verify Host"}');
  });
}

function addressOf(source: string | null): string | null {
  if (source === null || !URL.canParse(source, location.href)) return null;
  return `url(${JSON.stringify(new URL(source, location.href).href)})`;
}
