import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The events of the audit log (OWASP ASVS 5.0, 16): sign-ins, refusals, roles, terms, edited orders, actions of staff. */
export type AuditedEvent =
  | 'sign-in-refused'
  | 'signed-in'
  | 'signed-out'
  | 'session-ended'
  | 'session-confirmed'
  | 'refresh-token-reused'
  | 'call-refused'
  | 'programme-joined'
  | 'programme-left'
  | 'admin-confirmed'
  | 'admin-document-given'
  | 'admin-document-refused'
  | 'admin-document-read'
  | 'admin-code-sent'
  | 'admin-appointed'
  | 'order-approved'
  | 'order-rejected'
  | 'order-withdrawn'
  | 'registry-read'
  | 'access-asked'
  | 'access-declined'
  | 'colleague-invited'
  | 'invitation-accepted'
  | 'invitation-declined'
  | 'invitation-withdrawn'
  | 'colleague-left'
  | 'role-changed'
  | 'terms-accepted'
  | 'order-edited'
  | 'consent-withdrawn'
  | 'mail-link-asked'
  | 'mail-changed'
  | 'mail-confirmed'
  | 'letter-chosen'
  | 'document-accepted'
  | 'document-objected'
  | 'objection-answered'
  | 'edm-requested'
  | 'edm-settled'
  | 'edm-sent-again'
  | 'debt-arisen'
  | 'many-cards-moved'
  | 'movement-settled'
  | 'change-settled'
  | 'orphan-closed'
  | 'acknowledged'
  | 'month-closed'
  | 'payment-corrected'
  | 'payment-set-aside'
  | 'advance-return-booked'
  | 'advance-return-dismissed'
  | 'advance-return-reopened'
  | 'approval-proposed'
  | 'approval-confirmed'
  | 'approval-declined'
  | 'approval-limit-changed'
  | 'phone-change-asked'
  | 'phone-change-allowed'
  | 'phone-change-ended'
  | 'member-invited'
  | 'member-role-changed'
  | 'member-removed'
  | 'company-blocked'
  | 'company-unblocked'
  | 'card-held'
  | 'card-hold-ended'
  | 'requisites-read'
  | 'note-added'
  | 'tariff-created'
  | 'tariff-ended'
  | 'card-price-planned'
  | 'credit-changed'
  | 'factor-added'
  | 'factor-confirmed'
  | 'factor-refused'
  | 'factor-removed'
  | 'factors-removed'
  | 'recovery-codes-renewed'
  | 'factor-required'
  | 'sessions-ended'
  | 'document-published'
  | 'document-replaced'
  | 'document-withdrawn'
  | 'terms-published'
  | 'stations-undone'
  | 'partner-changed'
  | 'maintenance-announced'
  | 'maintenance-ended'
  | 'news-changed'
  | 'holiday-notice-changed'
  | 'staff-deed';

export interface AuditTarget {
  kind: string;
  id: number | string;
}

export interface AuditRecord {
  at: Date;
  what: AuditedEvent;
  userId?: number | undefined;
  companyId?: number | undefined;
  ip?: string | undefined;
  /** Whom and what it concerned besides the company, by kind and id. */
  targets?: readonly AuditTarget[];
  /** What was there before and what is there now: only the fields that changed, secrets never. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Never a code, a token, a whole phone number or a whole address. */
  details?: Record<string, unknown>;
}

/** Adds a line to the audit log. Inside a transaction the line exists exactly when what it reports does. */
export async function recordEvent(db: Db, event: AuditRecord): Promise<void> {
  await sql`
    insert into audit_event (at, what, user_id, company_id, ip, details, targets, before, after)
    values (${event.at}, ${event.what}, ${event.userId ?? null}, ${event.companyId ?? null}, ${event.ip ?? null},
      ${JSON.stringify(event.details ?? {})}, ${JSON.stringify(event.targets ?? [])}, ${jsonOf(event.before)}, ${jsonOf(event.after)})`.execute(
    db,
  );
}

function jsonOf(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
