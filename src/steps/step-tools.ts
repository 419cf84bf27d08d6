import type { Media } from '../domain/media/media.ts';
import type { DerivedMediaKind } from '../domain/media/media-kind.ts';
import type { FaceAnalyser, RgbPicture } from '../domain/ports/faces/face-analyser.ts';
import type { FileOrigin } from '../domain/capture/origin.ts';
import type { NetworkPlaces } from '../domain/ports/network-places.ts';
import type { NumberFacts, NumberQuestion } from '../domain/ports/messages/number-lookup.ts';
import type { LivenessProviders } from '../domain/ports/faces/liveness-providers.ts';
import type { ImageNormaliser } from '../domain/ports/pages/image-normaliser.ts';
import type { PdfMake } from '../domain/ports/pages/pdf-opener.ts';
import type { PageReading } from '../domain/ports/pages/page-reader.ts';
import type { RecordingDecoder } from '../domain/ports/faces/recording-decoder.ts';
import type { SpeechToText } from '../domain/ports/faces/speech-to-text.ts';
import type { VoiceDetector } from '../domain/ports/faces/voice-detector.ts';
import type { GreyPicture } from './document/presence/grey-picture.ts';
import type { ReasonCode } from '../domain/faults/reason-codes.ts';

export interface MeasuredAhead {
  /** Ends the measuring of this recording, if it was measured here. `forget` once it is judged. */
  take(challengeId: string): (FaceAnalyser & { forget(): void }) | null;
}

/** The tools of each job's work. Workers build them; the API process never does. */
export interface StepTools {
  'document.read': {
    /** Reads the pages of a file in order (a picture has one), or says why they cannot be read. */
    readPages(
      media: Media,
      options: {
        maxPages: number;
        country: string | null;
        /** Whether these pages have everything that the step needs; the rest of the file is then not read. */
        isEnough?: (readings: readonly PageReading[]) => boolean;
      },
    ): Promise<
      | {
          readings: PageReading[];
          unreadPages: number;
          timedOut: boolean;
          /** Null for a PDF. */
          origin: FileOrigin | null;
          make?: PdfMake | null;
          /** The findings of a picture whose quick check had not ended. Omitted: those of the file. */
          codes?: readonly ReasonCode[];
        }
      | { fault: ReasonCode }
    >;
    /** Whether specimens count as documents in this verification. */
    takesSpecimens(verificationId: string): Promise<boolean>;
    /** For films of tilted documents. Null where nobody sends one: benches and tests of pictures. */
    films: {
      /** The brightness of a submitted picture, 640 pixels long. */
      readLuma(media: Media): Promise<GreyPicture | { fault: ReasonCode }>;
      /** The uploaded bytes, unchanged: treat them as hostile. */
      readFile(media: Media): Promise<Buffer>;
      recordings: Pick<RecordingDecoder, 'decode'>;
    } | null;
  };
  /** Selfies, liveness and voices. */
  'face.judge': {
    /** Opens only pictures that this service made: those of others go through `normaliser` first. */
    faceAnalyser: FaceAnalyser;
    normaliser: ImageNormaliser;
    /** The picture of another step of the verification; null when it has none. */
    findSelfie(verificationId: string, stepId: string): Promise<Media | null>;
    /** `media`: its current state, after its original was examined. */
    readImage(media: Media): Promise<{ media: Media; jpeg: Buffer } | { fault: ReasonCode }>;
    /** The uploaded bytes, unchanged: treat them as hostile. */
    readFile(media: Media): Promise<Buffer>;
    recordings: RecordingDecoder;
    /** What was measured of recordings while they arrived. Missing where nothing is. */
    measuredAhead?: MeasuredAhead | null;
    /** Stores a picture that was made from an upload with that upload, and replaces an earlier one of its kind. */
    keepPicture(from: Media, kind: DerivedMediaKind, picture: RgbPicture): Promise<void>;
    /** Null when its model is unavailable. */
    voiceDetector: VoiceDetector | null;
    /** Null when no engine is configured. */
    speech: SpeechToText | null;
    providers: LivenessProviders;
  };
  /** Phones, email addresses and places. */
  'contact.assess': {
    /** `asked` is false when no provider is configured, `notAsked` names what the provider is not asked, and `facts` is null when the provider did not answer. */
    lookUpNumber(request: {
      phoneNumber: string;
      verificationId: string;
    }): Promise<{ asked: boolean; notAsked: NumberQuestion[]; facts: NumberFacts | null }>;
    /** Null when no database is usable. */
    networkPlaces: NetworkPlaces | null;
    /** The address from which the session was started, as the server saw it. */
    networkAddressOf(verificationId: string): Promise<string>;
  };
}
