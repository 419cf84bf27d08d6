/** Writes down what is said. */
export interface SpeechToText {
  /** What the engine calls itself, for the record of the check. */
  name: string;
  /**
   * `sound`: mono at 16 kHz, -1..1; `language`: two letters. Answers the text as the engine writes it.
   * @throws when the engine does not answer: nothing can be said of the words then.
   */
  transcribe(sound: Float32Array, language: string): Promise<string>;
}
