import { getGoodsUnit } from '#contract/fuel/goods-unit.ts';
import { OPERATION_TYPE, PARTNER, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { FileStore } from '../gateways/file-storage/file-store.ts';
import { moscowDay } from '../lib/money-format.ts';
import { type CompanyRecord, toDocumentParty } from '../modules/companies/companies/companies.ts';
import { planDocuments } from '../modules/papers/documents/closing/closing-documents.ts';
import { coverByAdvance, type BankMovement } from '../modules/papers/documents/closing/cover-by-advance.ts';
import {
  packFigures,
  type FrozenMonth,
  type FrozenNetwork,
} from '../modules/papers/documents/closing/frozen-figures.ts';
import { lastDayOfObjections } from '../modules/papers/documents/objections/objections.ts';
import { countSales, type CountedSales } from '../modules/papers/documents/closing/sale-totals.ts';
import type { Operator } from '../operator.ts';
import { monthBefore } from './moscow-time.ts';
import type { CompanyPlan, PlannedOperation } from './plan.ts';

/** A УПД of a month and network; the figures that it is made from are already stored. */
export interface MonthlyDocument {
  partnerId: PartnerId;
  month: string;
  /** The date printed on it. */
  dateIso: string;
  title: string;
  sum: Kopecks;
  vat: Kopecks;
  /** The last day of objections, `YYYY-MM-DD`. */
  objectUntil: string;
  figures: { sha256: string; sizeBytes: number };
  publishedAt: Date;
  receivedAt: Date | null;
  objection: { text: string; at: Date } | null;
}

/** A payment of the company, with the day on which its bank sent it. */
export interface DemonstrationPayment {
  number: string;
  dateIso: string;
  sum: Kopecks;
}

interface About {
  company: CompanyRecord;
  operator: Operator;
  files: FileStore;
  payments: readonly DemonstrationPayment[];
  now: Date;
}

const MONTHS = 11;
const DAY_MS = 86_400_000;
/** The documents of one of these are disputed. */
const OTHERS: readonly PartnerId[] = [PARTNER.rn, PARTNER.third, PARTNER.other];

/** The УПД of each network for each of the last full months, of what the company actually bought then. */
export async function makeMonthlyDocuments(plan: CompanyPlan, about: About): Promise<MonthlyDocument[]> {
  const documents: MonthlyDocument[] = [];
  for (let months = MONTHS; months >= 1; months--) {
    const figures = planFigures(plan, monthBefore(about.now, months), about);
    const bytes = packFigures(figures);
    const stored = { sha256: await about.files.put(bytes), sizeBytes: bytes.length };
    for (const { kind, partnerId, title, total } of planDocuments(figures, undefined)) {
      if (kind !== 'upd' || !total) continue;
      documents.push({
        partnerId,
        month: figures.month,
        dateIso: figures.dateIso,
        title,
        sum: total.sum,
        vat: total.vat ?? kopecks(0),
        objectUntil: figures.objectUntil,
        figures: stored,
        ...getReviewState(partnerId, months, figures.dateIso, about.now),
      });
    }
  }
  return documents;
}

/** Returns the figures that the closing of that month would have stored, without the lines of its registers. */
function planFigures(
  plan: CompanyPlan,
  month: string,
  { company, operator, payments, now }: About,
): FrozenMonth {
  const dateIso = getLastDay(month);
  const known = payments.filter((payment) => payment.dateIso <= dateIso);
  const sold = sumSoldBefore(plan, month);
  const sales = countMonthSales(plan, month);
  const bank = known.map((payment): BankMovement => ({
    ...payment,
    isOfMonth: payment.dateIso.startsWith(month),
  }));
  const opening =
    bank.reduce((sum, bankMovement) => sum + (bankMovement.isOfMonth ? 0 : bankMovement.sum), 0) - sold;
  const partnerIds = [...sales.keys()].sort((a, b) => a - b);
  const wanted = partnerIds.map((partnerId) => ({ partnerId, sum: sales.get(partnerId)?.sum ?? 0 }));
  const advance = coverByAdvance(bank, opening, wanted);
  return {
    version: 1,
    companyId: company.id,
    month,
    dateIso,
    objectUntil: lastDayOfObjections(operator, publicationTime(dateIso, now)),
    seller: operator.requisites,
    buyer: toDocumentParty(company),
    networks: partnerIds.map((partnerId): FrozenNetwork => ({
      partnerId,
      title: operator.partners.find(({ id }) => id === partnerId)?.title ?? '',
      sales: sales.get(partnerId) ?? null,
      advance: advance.get(partnerId) ?? [],
      cards: [],
    })),
    payments: [],
    opening: kopecks(opening),
    closing: kopecks(opening),
    parts: [],
  };
}

function countMonthSales(plan: CompanyPlan, month: string): Map<PartnerId, CountedSales> {
  const counting = new Map<PartnerId, ReturnType<typeof countSales>>();
  for (const event of soldEvents(plan)) {
    const card = plan.cards[event.card];
    if (!card || !event.sale || !moscowDay(event.at).startsWith(month)) continue;
    const counted = counting.get(card.partnerId) ?? countSales(month);
    counting.set(card.partnerId, counted);
    counted.add({
      ...event.sale,
      quantity: event.sale.centilitres,
      unit: getGoodsUnit(event.sale.goodsTitle),
      id: 0,
      typeId: event.typeId,
      number: event.key,
      partnerId: card.partnerId,
      cardNumber: card.number,
      comment: card.comment,
      drivers: '',
      vehicle: '',
      costCentre: '',
      tripNumber: '',
      sum: event.sum,
      price: null,
      soldAt: event.at,
      taxedAt: event.at,
    });
  }
  return new Map([...counting].map(([partnerId, counted]) => [partnerId, counted.result()]));
}

function sumSoldBefore(plan: CompanyPlan, month: string): number {
  return soldEvents(plan)
    .filter(({ at }) => moscowDay(at) < `${month}-01`)
    .reduce((sum, { typeId, sum: one }) => sum + (typeId === OPERATION_TYPE.refund ? -one : one), 0);
}

function soldEvents(plan: CompanyPlan): PlannedOperation[] {
  return plan.events.filter(
    (event): event is PlannedOperation => event.kind === 'operation' && event.sale !== null,
  );
}

/** The last two months are not reviewed yet, and one document is disputed. */
function getReviewState(
  partnerId: PartnerId,
  months: number,
  dateIso: string,
  now: Date,
): Pick<MonthlyDocument, 'publishedAt' | 'receivedAt' | 'objection'> {
  const publishedAt = publicationTime(dateIso, now);
  const at = new Date(publishedAt.getTime() + 2 * DAY_MS + 7_500_000);
  const isDisputed = months === 2 && partnerId === OTHERS[months % OTHERS.length];
  return {
    publishedAt,
    receivedAt: months > 2 ? at : null,
    objection: isDisputed
      ? {
          text: 'Не хватает двух заправок последней недели: в отчёте по картам они есть',
          at: earlier(at, now),
        }
      : null,
  };
}

/** Returns three days after the document's date, but never later than the clock. */
function publicationTime(dateIso: string, now: Date): Date {
  return earlier(new Date(new Date(`${dateIso}T10:20:00+03:00`).getTime() + 3 * DAY_MS), now);
}

function getLastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
