/** Rules for typing a value into a field. A complete value never changes by being written and typed again. */
export type Typing = {
  placeholder: string;
  /** The value, or what has been typed of it → the text that stands in the field. */
  written: (value: string) => string;
  /** The text → the value, or what has been typed of it. */
  typed: (text: string) => string;
  /** Completes the value once the field is left: adds a century, minutes. */
  completed: (value: string) => string;
  /** Why it is no value, or null. */
  problem: (value: string) => string | null;
};
