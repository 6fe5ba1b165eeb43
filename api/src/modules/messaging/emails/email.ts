import type { Kopecks } from '#contract/kopecks.ts';
import { OPTIONAL_EMAILS, type OptionalEmail } from '#contract/messaging/emails.ts';
import type { NoticeKind } from '#contract/messaging/notice-kinds.ts';

/** A notice by email, with its text already formatted. `path` is of the portal. */
export interface NoticeEmailFacts {
  title: string;
  paragraphs: readonly string[];
  action: { label: string; path: string };
}

/** Notices whose emails have their own texts, or are written elsewhere, or that get none. */
type WithOwnEmail =
  | 'order-rejected'
  | 'order-withdrawn'
  | 'cards-ready'
  | 'month-documents'
  | 'month-closed'
  | 'security'
  | 'colleague'
  | 'maintenance';

/** Kinds of notices that are laid out from their words. */
export type NoticeEmailKind = Exclude<NoticeKind, WithOwnEmail> | 'notices-gathered';

/** Data of each kind of email. It has no more of a person's or company's data than the text needs. */
export interface EmailFacts extends Record<NoticeEmailKind, NoticeEmailFacts> {
  'confirm-address': Record<string, never>;
  'cards-ready': { orderId: number; cards: number };
  'order-rejected': { orderId: number; reason: string };
  'order-withdrawn': { orderId: number; reason: string };
  /** Reason of the refusal, or null if the first admin's document was accepted. */
  'authority-decided': { reason: string | null };
  'erasure-declined': { reason: string };
  /** `YYYY-MM`; for one document that was published by hand its title, and whether it corrects another. */
  'month-documents': { month: string; title?: string; corrects?: boolean } & Partial<DocumentFacts>;
  security: SecurityFacts;
}

/** Emails and notices from before these fields existed lack them. */
interface DocumentFacts {
  documentId: number;
  /** Title of its network. Null means that it is of all networks. */
  partner: string | null;
  /** Total with VAT, or null if the document was published without one. */
  totalKopecks: Kopecks | null;
}

/** A change of a person's access. `who` names the person concerned, by name or masked phone. */
export type SecurityFacts = { who: string } & (
  | { event: 'new-device'; device: string; network: string; at: string; openedBy?: 'passkey' }
  | { event: 'role-changed'; role: string }
  | { event: 'colleague-came'; role: string }
  | { event: 'colleague-left' }
  | { event: 'mail-changed'; to: string }
  | { event: 'factor-added'; title: string }
  | { event: 'factor-removed'; title: string }
  | { event: 'factor-refused'; device: string; network: string; at: string }
  | { event: 'channel-linked'; title: string }
  | { event: 'phone-change-allowed'; to: string; at: string }
  | { event: 'phone-changed'; to: string }
  | { event: 'mailing-address-added'; to: string; title: string }
  | { event: 'driver-link-made'; driver: string; card: string }
);
export type SecurityEvent = SecurityFacts['event'];

export type EmailKind = keyof EmailFacts;

/** Returns whether an email can be switched off, according to the contract. */
export function isOptional(kind: EmailKind): kind is OptionalEmail {
  return (OPTIONAL_EMAILS as readonly string[]).includes(kind);
}

/**
 * Reason why an email was given up. `address` and `blocked`: reported by the mail server; `late`: no server accepted it
 * for days; `changed`: the person has another address now; `unwanted`: the person has switched this kind off.
 */
export type EmailRefusal = 'address' | 'blocked' | 'late' | 'changed' | 'unwanted';

/** A text before it is laid out: the one template makes both its forms. */
export interface EmailText {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do, as a button and as an address. */
  action: { label: string; url: string };
  /** Small text under the action: what to do if the email is a mistake, and how long the link is valid. */
  notes?: readonly string[];
}

/** Targets that an email's text may link to. */
export interface EmailLinks {
  /** The portal's own address, without a slash at its end. */
  site: string;
  /** Link with its own token, only where the email needs one. */
  token: string;
  operator: string;
}
