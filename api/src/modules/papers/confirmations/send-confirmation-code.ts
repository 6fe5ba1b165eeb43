import { can } from '#contract/access.ts';
import { ALL_NETWORKS, ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { SmsPurpose } from '#contract/identity/sms-code.ts';
import { acceptedSubject, MAX_ACCEPTED } from '#contract/papers/documents.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, notAllowed, notFound } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { findNamedCompany } from '../../messaging/users/memberships.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import { findDocument, findValidDocuments } from '../documents/documents.ts';
import { readListSubject } from '../../money/transfers/movement-list.ts';
import { mayOrder } from '../../../http/orderer.ts';
import { describeAction, PURPOSE } from './describe-action.ts';
import { sendCode } from '../../messaging/sms-codes/send-code.ts';
import type { DocumentRecord } from '../documents/document.ts';

export interface ConfirmationCodeRequest {
  purpose: SmsPurpose | null;
  /** Subject of the code: a card id, a month, a document. */
  subject: string | null;
  sumKopecks: Kopecks | null;
  ip: string;
}

/**
 * Sends the signed-in user a code for one action, or for any one operation if none is named. The message states the
 * action and its sum. 403 for a role that may not do it, 404 for a card or a document that is not the company's own,
 * 429 too often.
 */
export async function sendConfirmationCode(
  ctx: Context,
  session: Session,
  args: ConfirmationCodeRequest,
): Promise<void> {
  if (args.purpose) assertMayDo(session, args.purpose);
  assertNamesDocuments(args);
  const cards = countOfCards(args);
  const card = await findActionCard(ctx, session, args);
  const named = await findActionDocuments(ctx, session, args);
  const document = named.length === 1 ? named[0] : null;
  const { phone } = await readPerson(ctx.db.system, session.userId);
  await sendCode(ctx, {
    phone,
    userId: session.userId,
    tokenHash: null,
    purpose: args.purpose,
    // Stored as numbers, so that `007` and `7` are the same subject.
    subject: formatSubject(card ? [card] : named) ?? args.subject,
    sumKopecks: args.sumKopecks,
    action: describeAction(args.purpose, {
      sumKopecks: args.sumKopecks,
      cardTail: card && card.number.slice(-4),
      ...describeDocuments(named),
      month: named.at(-1)?.month ?? /\d{4}-(0[1-9]|1[0-2])/.exec(args.subject ?? '')?.[0] ?? null,
      network: await findActionNetwork(ctx, args),
      title: document?.title ?? null,
      cards,
      call: args.purpose === 'access' ? args.subject : null,
      order: CHANGED_ORDER.exec(args.subject ?? '')?.[1] ?? null,
    }),
    company: await findCompanyToName(ctx, session, args),
    ip: args.ip,
  });
}

/** A new order may be for another company than the one that acts, so its code names none. */
async function findCompanyToName(
  ctx: Context,
  { userId, company }: Session,
  { purpose, subject }: ConfirmationCodeRequest,
): Promise<string | null> {
  if (!company || (purpose === 'order' && !CHANGED_ORDER.test(subject ?? ''))) return null;
  return findNamedCompany(ctx.db.system, { userId, companyId: company.id, now: ctx.clock.now() });
}

/** The subject of a change of a card request begins with its number: `№7 1x3`. */
const CHANGED_ORDER = /^№(\d{1,15})(?=\s|$)/;

/** The orders module decides who may order, because a new user may. Every other action needs a colleague's right. */
function assertMayDo(session: Session, purpose: SmsPurpose): void {
  if (purpose === 'order' && mayOrder(session)) return;
  const { right } = PURPOSE[purpose];
  if (right === null) return;
  if (!session.company || !can(session.role, right)) throw notAllowed();
}

/** The subjects of a decision on documents: a month, a month of one partner, or one document. */
const DOCUMENT_SUBJECT = /^(\d{1,16}|(\d{1,16}:)?\d{4}-(0[1-9]|1[0-2]))$/;
/** Several documents, which only a confirmation may name. */
const DOCUMENT_LIST = /^\d{1,16}(,\d{1,16})+$/;

function assertNamesDocuments({ purpose, subject }: ConfirmationCodeRequest): void {
  if (!names(purpose, 'papers') || subject === null || DOCUMENT_SUBJECT.test(subject)) return;
  if (purpose !== 'document' || !DOCUMENT_LIST.test(subject))
    throw fieldRefusal('subject', 'Месяц указывается как ГГГГ-ММ');
  if (subject.split(',').length > MAX_ACCEPTED)
    throw fieldRefusal('subject', `Одним кодом подтверждается не больше ${MAX_ACCEPTED} документов`);
}

function formatSubject(things: readonly { id: number }[]): string | null {
  return things.length === 0 ? null : acceptedSubject(things.map(({ id }) => id));
}

/** Counts the documents of a list, and names its last month where it has several. The list is newest month first. */
function describeDocuments(named: readonly DocumentRecord[]): {
  documents: number | null;
  lastMonth: string | null;
} {
  const months = named.map(({ month }) => month).sort();
  const [first, last] = [months[0], months.at(-1)];
  return {
    documents: named.length > 1 ? named.length : null,
    lastMonth: first === last ? null : (last ?? null),
  };
}

/** The code of an action with many cards is for one list of them only, so it is not sent without the list. */
function countOfCards({ purpose, subject, sumKopecks }: ConfirmationCodeRequest): number | null {
  if (!names(purpose, 'cards')) return null;
  const count = readListSubject(subject ?? '');
  if (count === null || sumKopecks === null)
    throw fieldRefusal('subject', 'Укажите список карт и сумму, для которых нужен код');
  return count;
}

function names(purpose: SmsPurpose | null, subject: 'card' | 'cards' | 'papers'): boolean {
  return purpose !== null && PURPOSE[purpose].subject === subject;
}

async function findActionCard(
  ctx: Context,
  session: Session,
  { purpose, subject }: ConfirmationCodeRequest,
): Promise<{ id: number; number: string } | null> {
  if (!names(purpose, 'card') || subject === null || !session.company) return null;
  if (!/^\d{1,15}$/.test(subject)) throw notFound('Карта не найдена');
  return readCard(ctx, session.company.scope, Number(subject));
}

/** Returns the network of a month's documents by its title, or «Все сети» if they concern all networks. */
async function findActionNetwork(
  ctx: Context,
  { purpose, subject }: ConfirmationCodeRequest,
): Promise<string | null> {
  const input = /^(\d+):/.exec(subject ?? '')?.[1];
  if (!names(purpose, 'papers') || input === undefined) return null;
  if (Number(input) === ALL_NETWORKS) return ALL_NETWORKS_TITLE;
  return (await listPartners(ctx.db.system)).find(({ id }) => id === Number(input))?.title ?? null;
}

/** Returns the document or documents that the subject names. A list with a document that is not valid has no code. */
async function findActionDocuments(
  ctx: Context,
  { company }: Session,
  { purpose, subject }: ConfirmationCodeRequest,
): Promise<DocumentRecord[]> {
  if (!names(purpose, 'papers') || !company || subject === null || !/^[\d,]+$/.test(subject)) return [];
  const { scope } = company;
  const ids = [...new Set(subject.split(',').map(Number))];
  const found = await ctx.db.inCompany(scope, async (tx) =>
    subject.includes(',')
      ? findValidDocuments(tx, scope, ids)
      : [await findDocument(tx, scope, Number(subject))].filter((document) => document !== null),
  );
  if (found.length < ids.length) throw notFound('Документ не найден');
  return found;
}
