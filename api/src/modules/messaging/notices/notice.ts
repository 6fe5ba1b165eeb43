import type { WebhookOffReason } from '#contract/companies/webhooks.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { NoticeChannel, NoticeKind } from '#contract/messaging/notice-kinds.ts';
import type { BellPlace } from '#contract/backoffice/queues.ts';
import type { EmailFacts, SecurityFacts } from '../emails/email.ts';

/** Only the last four digits of a card, because other people may see a notice on the screen. */
interface CardFacts {
  cardId: number;
  card: string;
}

interface MovementFacts extends CardFacts {
  sumKopecks: Kopecks;
  toCard: boolean;
}

/** Data of each kind of notice. It has no more of a person's or company's data than the text needs. */
export interface NoticeFacts {
  'order-approved': { orderId: number };
  'order-rejected': EmailFacts['order-rejected'];
  'order-withdrawn': EmailFacts['order-withdrawn'];
  'cards-ready': EmailFacts['cards-ready'];
  /** `tracking`: the number of the parcel at its carrier, where there is one. */
  'cards-sent': { orderId: number; cards: number; carrier: string; tracking: string | null };
  'topped-up': { sumKopecks: Kopecks };
  /** `title` names the correction, `reason` says why where the title does not. `balanceKopecks`: unallocated funds after the correction. */
  'balance-corrected': {
    title: string;
    reason: string | null;
    sumKopecks: Kopecks;
    toClient: boolean;
    balanceKopecks: Kopecks;
  };
  'low-balance': { ownKopecks: Kopecks; thresholdKopecks: Kopecks };
  debt: CardFacts & { sumKopecks: Kopecks };
  /** Reason of the block, or null if the company works again. */
  'company-blocked': { reason: string | null };
  /** `YYYY-MM-DD`, Moscow. */
  'payment-due': { day: string; sumKopecks: Kopecks };
  /** `next` says what happens to a client who does not pay. `channels`: over which alone it goes. */
  'debt-reminder': {
    about: string;
    /** `YYYY-MM-DD`, Moscow: the last day to pay. */
    day: string;
    sumKopecks: Kopecks;
    lateDays: number;
    text: string | null;
    next: string | null;
    channels: readonly NoticeChannel[];
  };
  'movement-failed': MovementFacts & { reason: string };
  'movement-unclear': MovementFacts;
  'card-blocked': CardFacts & { by: 'company' | 'programme' | 'signal'; reason: string | null };
  /** `localTime`: of the station, where its day is not Moscow's. */
  purchase: CardFacts & { station: string | null; sumKopecks: Kopecks; localTime?: string | null };
  /** `exceptionId`: what the portal proposes to let it pass. */
  decline: CardFacts & {
    station: string | null;
    reason: string;
    /** Clocks of the station and of Moscow, where their days differ. */
    clocks?: string | null;
    exceptionId?: number | null;
  };
  /** `late` is true if the first recipient has not answered in time. */
  'exception-asked': CardFacts & {
    exceptionId: number;
    who: string;
    reason: string;
    asks: string;
    late: boolean;
    /** Null where it is not known. Notices of earlier versions lack these. */
    plate?: string | null;
    driver?: string | null;
    station?: string | null;
    centilitres?: number;
    costKopecks?: Kopecks | null;
  };
  /** A day's news, of these rules; `open` and the age of the oldest are of all that waits for its owner. */
  signals: {
    count: number;
    sumKopecks: Kopecks;
    rules: readonly string[];
    open: number;
    oldestDays: number;
    /** Lines about what else waits for a decision. Digests of earlier versions lack it. */
    waiting?: readonly string[];
  };
  'month-documents': EmailFacts['month-documents'];
  'month-closed': { month: string };
  'month-complete': { month: string };
  'dispute-answered': { disputeId: number; sumKopecks: Kopecks; answer: string };
  'objection-answered': { title: string; month: string; documentId: number };
  'webhook-stopped': { url: string; reason: WebhookOffReason };
  'mailing-stopped': { title: string };
  colleague: SecurityFacts;
  security: SecurityFacts;
  /** Without a partner the notice is about the whole portal. */
  'staff-urgent': { place: BellPlace; count: number; more: number };
  'staff-waits': { place: BellPlace; count: number; more: number };
  maintenance: { message: string; startsAt: string; endsAt: string; partner: string | null };
}

/** An event, as the action publishes it. */
export interface NoticeEvent<Kind extends NoticeKind = NoticeKind> {
  kind: Kind;
  /** Company of the event, or null for all users of the programme. */
  companyId: number | null;
  /** The person concerned, or the author of the request that the event is about. */
  userId?: number | null;
  facts: NoticeFacts[Kind];
  /** Subject of the event, unique within its kind. No person is notified of the same subject twice. */
  about: string;
  now: Date;
}

/** Text of a notice: whole for the cabinet and emails, `short` for push and SMS. */
export interface NoticeText {
  title: string;
  text: string;
  /** The only page of the cabinet where it can be seen or decided, and the link's label. */
  path: string;
  action: string;
  /** Text without personal data, sums or plate numbers, because it passes through other services. */
  short: string;
}

/** Notices gathered in one: their number, and the sum of those that have one. */
export interface Gathered {
  events: number;
  sumKopecks: number;
}
