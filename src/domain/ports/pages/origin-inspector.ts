import type { OriginFindings } from '../../capture/origin.ts';

export interface OriginInspector {
  /**
   * Looks at an original upload for what contradicts a camera. `safe`: the same picture re-encoded by us, for formats that this
   * process does not decode; `byCamera`: our web SDK says that its camera took it. Never throws for what the file contains: what
   * cannot be looked at could not be told.
   */
  inspect(original: Buffer, about: { safe: Buffer; byCamera: boolean }): Promise<OriginFindings>;
}
