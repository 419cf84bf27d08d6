/** Pictures that were taken in this tab, as addresses by media id, so that they can be shown again. */
export function createTakenPictures() {
  const pictures = new Map<string, string>();
  return {
    pictureOf: (mediaId: string): string | undefined => pictures.get(mediaId),
    keepPicture: (mediaId: string, url: string): void => void pictures.set(mediaId, url),
    forgetPictures(): void {
      for (const url of pictures.values()) URL.revokeObjectURL(url);
      pictures.clear();
    },
  };
}
