import { Mutex } from 'async-mutex';
import { maxImagePixels, type ImageFault, type NormalisedImage } from '../../../domain/ports/pages/image-normaliser.ts';
import type { FlatAreas } from './flat-areas.ts';
import { startDecoderHolder, type DecoderHolder, type DecoderLimits } from './decoder-holder.ts';
import type { DecodedFrom, DecoderQuestion } from './decoder-messages.ts';
import { sizeOfOwnForm } from './own-form.ts';

const usualLimits: DecoderLimits = { answerMs: 20_000, maxMemoryBytes: 1_000_000_000 };
/** Whatever a file did to the process ends with the process. A new one starts in a tenth of a second, while nobody waits. */
const mostPictures = 100;
const usualScript = new URL('./picture-decoder-process.ts', import.meta.url);

/** A picture that the service saved, and the properties of the upload. */
export interface ReencodedPicture extends NormalisedImage {
  from: DecodedFrom;
}

/**
 * Decodes untrusted JPEG, PNG and WebP files in one confined process, one file at a time. A file that ends the process or breaks its memory
 * limit counts as unreadable; the next file gets a new process.
 */
export interface PictureDecoder {
  /**
   * The picture saved again, in the form of our own JPEGs and no other. @throws OutOfTime when it took too long or the system ended
   * the process
   */
  reencode(picture: Buffer): Promise<{ image: ReencodedPicture } | { fault: ImageFault }>;
  /** Null: the picture cannot be decoded. @throws OutOfTime as above */
  measureFlatAreas(picture: Buffer): Promise<FlatAreas | null>;
  close(): void;
}

/** One decoder for everything that a worker decodes. `limits` and `script`: for tests. */
export function createPictureDecoder({
  limits = {},
  script = usualScript,
}: { limits?: Partial<DecoderLimits>; script?: URL } = {}): PictureDecoder {
  const start = () => startDecoderHolder(script, { ...usualLimits, ...limits });
  let holder: DecoderHolder = start();
  let closed = false;
  const mutex = new Mutex();

  function renew(): void {
    holder.kill();
    if (!closed) holder = start();
  }

  /** Null when the file ended the process or used too much memory. */
  async function ask(question: DecoderQuestion, picture: Buffer) {
    if (!holder.isAlive()) renew();
    try {
      const said = await holder.ask(question, picture);
      if (said === null || holder.asked() >= mostPictures) renew();
      return said;
    } catch (error) {
      renew();
      throw error;
    }
  }

  return {
    reencode: (picture) =>
      mutex.runExclusive(async () => {
        const said = await ask({ ask: 're-encode' }, picture);
        if (said?.answer.answer === 'fault') return { fault: said.answer.fault };
        const size = said?.answer.answer === 'picture' ? sizeOfOwnForm(said.payload) : null;
        if (said?.answer.answer !== 'picture' || size === null) return { fault: 'file.unreadable_image' };
        if (size.widthPx * size.heightPx > maxImagePixels) return { fault: 'file.too_many_pixels' };
        const { format, orientation } = said.answer;
        return { image: { jpeg: said.payload, ...size, from: { format, orientation } } };
      }),
    measureFlatAreas: (picture) =>
      mutex.runExclusive(async () => {
        const said = await ask({ ask: 'measure-flat-areas' }, picture);
        return said?.answer.answer === 'flat-areas' ? said.answer.areas : null;
      }),
    close() {
      closed = true;
      holder.kill();
    },
  };
}
