import type { OriginFindings } from '../../capture/origin.ts';

export interface OriginInspector {
  /**
   * Examines an original upload for signs that no camera took it. `safe`: our re-encoded copy of the picture, for formats that this process
   * does not decode; `byCamera`: our web SDK says that its camera took it. Never throws because of the file's content: signs that cannot be
   * measured are reported as such.
   */
  inspect(original: Buffer, about: { safe: Buffer; byCamera: boolean }): Promise<OriginFindings>;
}
