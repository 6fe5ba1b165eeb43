import type { FactorKind } from '#contract/identity/second-factor.ts';

/** The person who answers, their session, and the origin. */
export interface Answering {
  sessionId: number;
  userId: number;
  companyId: number | undefined;
  /** The person has a second factor that this session has never shown. */
  isHalf: boolean;
  /** Hash of the token in the device's cookie, or null for a program without cookies. */
  deviceHash: Buffer | null;
  ip: string;
  userAgent: string;
}

/** One of a person's second factors, without its secret. */
export interface Factor {
  id: number;
  kind: FactorKind;
  title: string;
  createdAt: Date;
  usedAt: Date | null;
}

export interface PasskeyRecord {
  id: number;
  credentialId: string;
  publicKey: Buffer;
  rpId: string;
  /** The highest count of uses that the key has reported, or 0 for a key that does not count. */
  uses: number;
  transports: string[];
}

export interface TotpRecord {
  id: number;
  secretSealed: Buffer;
  lastStep: number;
}
