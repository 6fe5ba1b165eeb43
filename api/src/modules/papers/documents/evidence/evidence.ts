import { createHash } from 'node:crypto';
import type { Role } from '#contract/access.ts';
import type { ClosingDocumentKind } from '../closing/month-closing.ts';

export type EvidenceAct = 'accepted' | 'objected';

export interface EvidenceOperation {
  id: number;
  cardNumber: string;
  at: string;
  sumKopecks: number;
}

/**
 * The evidence of one person's decision about one file (docs/facts.md 10). Times are ISO 8601 in UTC. Optional
 * fields are missing in records from before November 2026.
 */
export interface EvidenceRecord {
  /** Position in the company's chain, from 1. */
  place: number;
  act: EvidenceAct;
  comment: string | null;
  /** Operations that an objection is about. */
  operations?: EvidenceOperation[];
  at: string;
  atMoscow: string;
  document: {
    id: number;
    month: string;
    partnerId: number;
    /** Kind of a document in a closed month's set. A code confirms the receipt of a `upd` and signs the others. */
    kind?: ClosingDocumentKind | null;
    title: string;
    file: string;
    sha256: string;
    /** Hash of the figures that were stored when the month was closed, and from which the file was made. */
    figures?: string;
  };
  company: { id: number; inn: string; title: string };
  signer: { userId: number; name: string; phone: string; role: Role; sessionId: number };
  from: { ip: string; userAgent: string };
  sms: {
    codeId: number;
    /** The purpose of the code. Null means any one operation. */
    purpose?: string | null;
    subject?: string | null;
    phone: string;
    text: string | null;
    provider: string | null;
    providerMessageId: string | null;
    sentAt: string;
    expiresAt: string;
    wrongTries: number;
    codeHash: string;
    salt: string;
  };
  agreement: { version: number; sha256: string; acceptedAt: string | null } | null;
}

/** A row of the log as stored. */
export interface EvidenceRow {
  companyId: number;
  place: number;
  documentId: number;
  act: EvidenceAct;
  at: Date;
  /** The exact text that was hashed. */
  text: string;
  previousHash: Buffer;
  hash: Buffer;
}

/** Stands for the previous hash of a chain's first row. */
export const CHAIN_START = Buffer.alloc(32);

/** SHA-256 over the hash of the row before and the record's text: a changed row breaks every later one. */
export function evidenceHash(previousHash: Uint8Array, text: string): Buffer {
  return createHash('sha256').update(previousHash).update(text, 'utf8').digest();
}

export function readEvidence(row: EvidenceRow): EvidenceRecord {
  return JSON.parse(row.text) as EvidenceRecord;
}

/** Returns the name of a row in documents: the first 16 digits of its hash. */
export function evidenceName(row: EvidenceRow): string {
  return row.hash.toString('hex').slice(0, 16).toUpperCase();
}

/** `79161234567` → «+7 *** ***-45-67», as the mark on a document shows it. */
export function maskedPhone(phone: string): string {
  return `+7 *** ***-${phone.slice(-4, -2)}-${phone.slice(-2)}`;
}
