import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { SubmittedFile } from '../demo/demo-files.ts';

export interface ForgeryRequest {
  /** The same seed forges the same document. */
  seed: number;
  /** Where the files are written, so that a person can look at them. */
  dir: string;
  portrait?: Buffer | undefined;
}

/** A forged document, ready to be submitted. */
export interface ForgedPaper {
  files: SubmittedFile[];
  submit: { documentType: string; country?: string; subtype?: string };
  /** What was changed, for the terminal: `the zone says …, the print says …`. */
  changed: string;
  /** Codes that a check gives which has seen the forgery: another one says nothing of it. */
  caughtBy: readonly ReasonCode[];
}

/** A way to forge a document. A new one is a file in this folder and a line in its index. */
export interface Forgery {
  /** What is typed after `--forge`. */
  word: string;
  /** For `--help`. */
  description: string;
  make: (request: ForgeryRequest) => Promise<ForgedPaper>;
}
