/** Transcribes speech. */
export interface SpeechToText {
  /** The engine's name, for the check's record. */
  name: string;
  /**
   * `sound`: mono at 16 kHz, -1..1; `language`: two letters. Returns the engine's transcript.
   * @throws when the engine does not answer: then nothing is known about the words
   */
  transcribe(sound: Float32Array, language: string): Promise<string>;
}
