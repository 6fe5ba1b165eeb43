import type { WebhookOffReason } from '#contract/webhooks.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { NoticeKind } from '#contract/notice-kinds.ts';
import type { BellPlace } from '#contract/queues.ts';
import type { EmailFacts, SecurityFacts } from '../letters/email.ts';

/** The last four digits of a card stand for it: a notice may be read over somebody's shoulder. */
interface OfCard {
  cardId: number;
  card: string;
}

interface OfMovement extends OfCard {
  sumKopecks: Kopecks;
  toCard: boolean;
}

/** What each kind of notice is made of. No more of a person's or company's data than the text needs. */
export interface NoticeFacts {
  'order-approved': { orderId: number };
  'order-rejected': EmailFacts['order-rejected'];
  'order-withdrawn': EmailFacts['order-withdrawn'];
  'cards-ready': EmailFacts['cards-ready'];
  'topped-up': { sumKopecks: Kopecks };
  'low-balance': { ownKopecks: Kopecks; thresholdKopecks: Kopecks };
  debt: OfCard & { sumKopecks: Kopecks };
  /** Without a reason: it works again. */
  'company-blocked': { reason: string | null };
  /** `YYYY-MM-DD`, Moscow. */
  'payment-due': { day: string; sumKopecks: Kopecks };
  'movement-failed': OfMovement & { reason: string };
  'movement-unclear': OfMovement;
  'card-blocked': OfCard & { by: 'company' | 'programme' | 'signal'; reason: string | null };
  purchase: OfCard & { station: string | null; sumKopecks: Kopecks };
  /** `exceptionId`: what the portal proposes to let it pass. */
  decline: OfCard & { station: string | null; reason: string; exceptionId?: number | null };
  /** `late`: whoever was asked first has not answered in time. */
  'exception-asked': OfCard & {
    exceptionId: number;
    who: string;
    reason: string;
    asks: string;
    late: boolean;
  };
  /** A day's news, of these rules; `open` and the age of the oldest are of all that waits for its owner. */
  signals: { count: number; sumKopecks: Kopecks; rules: readonly string[]; open: number; oldestDays: number };
  'month-documents': EmailFacts['month-documents'];
  'month-closed': { month: string };
  'objection-answered': { title: string; month: string; documentId: number };
  'webhook-stopped': { url: string; reason: WebhookOffReason };
  'mailing-stopped': { title: string };
  colleague: SecurityFacts;
  security: SecurityFacts;
  /** Without a partner: of the whole portal. */
  'staff-urgent': { place: BellPlace; count: number; more: number };
  'staff-waits': { place: BellPlace; count: number; more: number };
  maintenance: { message: string; startsAt: string; endsAt: string; partner: string | null };
}

/** What has happened, as the deed tells it. */
export interface NoticeEvent<Kind extends NoticeKind = NoticeKind> {
  kind: Kind;
  /** Null: everybody of the programme hears of it. */
  companyId: number | null;
  /** Whom it concerns, or who asked for what it tells of. */
  userId?: number | null;
  facts: NoticeFacts[Kind];
  /** The thing that it tells of, unique within its kind; nobody is told of the same thing twice. */
  about: string;
  now: Date;
}

/** A notice in words: whole for the cabinet and letters, `short` for push and SMS. */
export interface NoticeText {
  title: string;
  text: string;
  /** The one page of the cabinet where it can be seen or decided, and what the link says. */
  path: string;
  action: string;
  /** Without personal data, sums or numbers of plates: it passes through others' hands. */
  short: string;
}

/** What is gathered in one notice: how many, and the sum of those that have one. */
export interface Gathered {
  events: number;
  sumKopecks: number;
}
