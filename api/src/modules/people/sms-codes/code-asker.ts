/** Who asks for the code of a sign-in: which browser, and whether the phone's owner has signed in there before. */
export interface CodeAsker {
  /** The hash of the browser's token; null: a program without cookies. */
  askedBy: Buffer | null;
  byKnownDevice: boolean;
}
