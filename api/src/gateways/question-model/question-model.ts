/** A language model outside the house that says a question in other words. It is believed in nothing: whoever asks checks what it says. */
export interface QuestionModel {
  /** Whose it is, for the log of what has left the house. */
  host: string;
  /** One line, as the instructions want it; may throw QuestionModelUnavailable. */
  reword(sentence: string, instructions: string): Promise<string>;
}

export class QuestionModelUnavailable extends Error {
  override readonly name = 'QuestionModelUnavailable';
}
