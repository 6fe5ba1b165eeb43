import type { FactorKind } from '#contract/second-factor.ts';

/** One of a person's second factors, without what proves it. */
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
  /** The highest count of uses that it has told; 0 of one that does not count. */
  uses: number;
  transports: string[];
}

export interface TotpRecord {
  id: number;
  secretSealed: Buffer;
  lastStep: number;
}

/** Who answers, in which session, and from where. */
export interface Answering {
  sessionId: number;
  userId: number;
  companyId: number | undefined;
  /** The person has a second factor that this session has never shown. */
  isHalf: boolean;
  /** Of the token in the device's cookie; null of a program without cookies. */
  deviceHash: Buffer | null;
  ip: string;
  userAgent: string;
}
