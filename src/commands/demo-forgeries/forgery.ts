import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { SubmittedFile } from '../demo/demo-files.ts';

export interface ForgeryRequest {
  /** The same seed makes the same forgery. */
  seed: number;
  /** The folder of the files, for a person to look at. */
  dir: string;
  portrait?: Buffer | undefined;
}

/** A forged document, ready to be submitted. */
export interface ForgedPaper {
  files: SubmittedFile[];
  submit: { documentType: string; country?: string; subtype?: string };
  /** The change, for the terminal: `the zone says …, the print says …`. */
  changed: string;
  /** Codes of a check that has noticed the forgery; other codes do not show that it was noticed. */
  caughtBy: readonly ReasonCode[];
}

/** A way to forge a document. A new one is a file in this folder and a line in its index. */
export interface Forgery {
  /** The word after `--forge`. */
  word: string;
  /** For `--help`. */
  description: string;
  /** What is forged. A passport shows the face of the made-up person. */
  document: 'passport' | 'bill';
  make: (request: ForgeryRequest) => Promise<ForgedPaper>;
}
