import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readFile } from '../api/client.ts';
import type { MediaRecord } from '../api/schema.ts';
import { useClientKey } from '../app/session/session.tsx';

/** A file of a verification as an address that an image can show; it is revoked with the component. */
export function useMediaUrl(media: MediaRecord) {
  const client = useClientKey();
  const file = useQuery({
    queryKey: [client, 'media', media.id],
    queryFn: ({ signal }) => readFile(media.url, signal),
    staleTime: Infinity,
    // Pictures of people do not stay in memory after the operator leaves them.
    gcTime: 30_000,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file.data === undefined) return;
    const made = URL.createObjectURL(file.data);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file.data]);
  return { url, error: file.error, reload: () => void file.refetch() };
}

export const mediaTexts: Readonly<Record<MediaRecord['kind'], string>> = {
  'document-front': 'Front',
  'document-back': 'Back',
  'document-page': 'Page',
  'document-film': 'Video of the tilted document',
  'document-portrait': 'Portrait of the document',
  selfie: 'Selfie',
  'liveness-video': 'Video',
  'liveness-best-frame': 'Best frame',
  'liveness-contact-sheet': 'Contact sheet',
  'voice-audio': 'Voice',
};

export function isPicture(media: MediaRecord): boolean {
  return media.contentType.startsWith('image/');
}

const sourceTexts: Readonly<Record<NonNullable<MediaRecord['capture']>['source'], string>> = {
  camera: 'Camera, according to the device',
  gallery: 'Gallery, according to the device',
  microphone: 'Microphone, according to the device',
  pdf: 'PDF file',
  server: 'From your server',
  unknown: 'The device did not say how it was taken',
};

/** How a file came to be, for the reviewer. */
export function captureText({ source, session }: NonNullable<MediaRecord['capture']>): string {
  if (session === null) return sourceTexts[source];
  const seconds = (session.openMs / 1_000).toFixed(1);
  return `${sourceTexts[source]}: ${session.frames} frames in ${seconds} s, ${session.widthPx} × ${session.heightPx}`;
}
