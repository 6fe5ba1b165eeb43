/** A link that works, as its company sees it. */
export interface DriverLink {
  id: number;
  driver: { id: number; surname: string; name: string };
  phone: string;
  madeAt: Date;
  boundAt: Date | null;
  seenAt: Date | null;
}

/** A link that works, found by its token. */
export interface FoundLink {
  id: number;
  companyId: number;
  cardId: number;
  driverId: number;
  /** Who gave it to him. */
  madeBy: number;
  phone: string;
  deviceHash: Buffer | null;
  seenAt: Date | null;
}

/** The code that waits to be entered. */
export interface LinkCode {
  salt: Buffer | null;
  hash: Buffer | null;
  sentAt: Date | null;
  tries: number;
  /** Sent on the Moscow day of `sentAt`. */
  ofDay: number;
}
