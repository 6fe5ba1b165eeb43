/** A time-stamping authority: it signs that a hash existed at a moment (RFC 3161). */
export interface TimeStamps {
  /** Returns the authority's response for a SHA-256, as a `.tsr` file has it. Throws TimeStampsUnavailable. */
  stamp(sha256: Buffer): Promise<Buffer>;
}

/** The authority does not answer, refuses, or answers about something else. */
export class TimeStampsUnavailable extends Error {
  override readonly name = 'TimeStampsUnavailable';
}
