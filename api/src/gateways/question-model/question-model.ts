/** An outside language model that rewords a question. Its answer is never trusted; the caller checks it. */
export interface QuestionModel {
  /** Host of the model, for the log of data sent to outside services. */
  host: string;
  /** One line, as the instructions want it; may throw QuestionModelUnavailable. */
  reword(sentence: string, instructions: string): Promise<string>;
}

export class QuestionModelUnavailable extends Error {
  override readonly name = 'QuestionModelUnavailable';
}
