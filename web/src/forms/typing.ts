/** Rules for typing a value into a field. A complete value never changes by being written and typed again. */
export type Typing = {
  placeholder: string;
  /** Converts the value, or an unfinished text, to the text of the field. */
  written: (value: string) => string;
  /** Converts the text to the value, or returns an unfinished text as it is. */
  typed: (text: string) => string;
  /** Completes the value once the field is left: adds a century, minutes. */
  completed: (value: string) => string;
  /** Why it is no value, or null. */
  problem: (value: string) => string | null;
};
