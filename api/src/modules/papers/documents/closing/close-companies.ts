import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Context } from '../../../../context.ts';
import { closingProblem, SaleDiffers } from './closing-problem.ts';
import { claimNext, recordProblem } from './closing-progress.ts';
import { type CompanyRecord, findCompany, toDocumentParty } from '../../../companies/companies/companies.ts';
import { chargeMonthOfClient } from '../../../money/fees/charge-month.ts';
import { queueForEdm } from '../../edm/queue-for-edm.ts';
import { listPartners, type PartnerRecord } from '../../../programme/partners/partners.ts';
import { notify } from '../../../messaging/notices/notify.ts';
import { insertActLines, lockActs, hasActLines } from './card-act-store.ts';
import { planDocuments } from './closing-documents.ts';
import { lastDayOfObjections } from '../objections/objections.ts';
import {
  endOfMonth,
  getDocumentDate,
  signedSum,
  startOfMonth,
  type ClosingCard,
  type ClosingCorrection,
  type ClosingPayment,
} from './month-closing.ts';
import {
  countMovements,
  listWaitingBefore,
  lockClosing,
  markClosed,
  readOpening,
} from './month-closing-store.ts';
import { insertClosingDocuments, listEditions, type ClosingDocuments } from './closing-document-store.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../../db/database.ts';
import { findAgreement } from '../documents.ts';
import { listBankMovements } from './bank-movement-store.ts';
import { coverByAdvance, type BankMovement } from './cover-by-advance.ts';
import {
  sumNetwork,
  packFigures,
  packSales,
  type DocumentEdition,
  type FigurePart,
  type FrozenMonth,
} from './frozen-figures.ts';
import { listServiceLines, type ClosingService } from './service-lines.ts';
import {
  iterateSales,
  listCorrections,
  listIssuedCards,
  listPayments,
  listServices,
  type BookedSale,
} from './month-figures-store.ts';
import { countSales } from './sale-totals.ts';

/** Number of parallel lanes. While the documents of one company are laid out, the figures of the next are read. */
const LANES = availableParallelism();

/**
 * Closes the month for one company after another in a few lanes, continuing where it stopped, for at most `timeoutMs`.
 * Other processes may work on the same month: each company is claimed by one. A company whose documents cannot be made
 * does not delay the rest: its problem is stored, and the next call tries again.
 */
export async function closeCompanies(ctx: Context, month: string, timeoutMs = Infinity): Promise<void> {
  const began = performance.now();
  let failed: unknown = null;
  let after = 0;
  async function lane(): Promise<void> {
    while (performance.now() - began < timeoutMs) {
      const next = await claimNext(ctx.db.system, { month, after, now: ctx.clock.now() });
      if (!next) return;
      const { companyId } = next;
      after = Math.max(after, companyId);
      try {
        await closeCompany(ctx, companyId, month);
      } catch (error) {
        failed = error;
        const now = ctx.clock.now();
        ctx.log.error({ err: error, companyId, month }, 'the month of a company can’t be closed');
        const problem = closingProblem(error, now);
        await recordProblem(ctx.db.system, { companyId, month, problem, now });
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  // The queue tries the rest again later; a person sees the number of documents.
  if (failed && timeoutMs === Infinity) throw failed;
}

export interface Closed {
  company: CompanyRecord;
  partners: readonly PartnerRecord[];
  month: string;
}

/**
 * Closes one company's month in three steps, each safe to repeat. Its movements are fixed; the figures of its documents
 * are stored by their content; the documents are published in one transaction, with the emails about them, and made of
 * those figures on the first download. Earlier requested months that still wait are counted first, so that they get
 * their documents. A month before a counted one gets none: its movements go into a later set. Throws if the ledger and
 * the operations differ.
 */
async function closeCompany(ctx: Context, companyId: number, month: string): Promise<void> {
  await chargeMonthOfClient(ctx, companyId, month);
  const now = ctx.clock.now();
  const closing = await ctx.db.inSystem(async (tx) => {
    const found = await lockClosing(tx, companyId, month);
    if (found.state !== 'open') return found;
    if (found.overtaken) {
      await markClosed(tx, { companyId, month, now });
      return { ...found, state: 'done' };
    }
    for (const missed of await listWaitingBefore(tx, companyId, month))
      await countMovements(tx, { companyId, month: missed, until: endOfMonth(missed) });
    const end = endOfMonth(month);
    const until = end < now ? end : now;
    await countMovements(tx, { companyId, month, until });
    return { ...found, until };
  });
  if (closing.state === 'done' || !closing.until) return;
  const { until } = closing;
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) throw new Error(`no company ${companyId}`);
  const closed = { company, partners: await listPartners(ctx.db.system), month };
  for (let published = false; !published;) {
    const objectUntil = lastDayOfObjections(ctx.programme.today(), ctx.clock.now());
    published = await publishDocuments(ctx, await freezeMonth(ctx, closed, { until, objectUntil }));
  }
}

/**
 * False if the figures must be stored again: midnight passed meanwhile, so that their printed term is a day short, or an
 * order's act has taken cards that stand in them.
 */
async function publishDocuments(ctx: Context, closing: ClosingDocuments): Promise<boolean> {
  const { companyId, month, objectUntil, plans } = closing;
  return ctx.db.inSystem(async (tx) => {
    const { state } = await lockClosing(tx, companyId, month);
    if (state === 'done') return true;
    // The documents are new, so a code that was sent while they were made signs none of them.
    const publishedAt = ctx.clock.now();
    if (lastDayOfObjections(ctx.programme.today(), publishedAt) !== objectUntil) return false;
    await lockActs(tx, companyId);
    if (
      await hasActLines(
        tx,
        plans.flatMap(({ cardIds }) => cardIds),
      )
    )
      return false;
    const documents = await insertClosingDocuments(tx, closing, publishedAt);
    for (const { id: documentId, cardIds } of documents) {
      if (cardIds.length > 0) await insertActLines(tx, { companyId, documentId, cardIds });
      await queueForEdm(tx, { companyId, documentId, now: publishedAt });
    }
    if (plans.length > 0) {
      const facts = { month };
      const about = `company:${companyId}:${month}`;
      await notify(tx, { kind: 'month-closed', companyId, facts, about, now: publishedAt });
    }
    await markClosed(tx, { companyId, month, now: publishedAt });
    return true;
  });
}

/** Stores the figures of a counted month and plans its documents. */
export async function freezeMonth(
  ctx: Context,
  { company, partners, month }: Closed,
  { until, objectUntil }: { until: Date; objectUntil: string },
): Promise<ClosingDocuments> {
  const about = { company, partners, month, dateIso: getDocumentDate(until), objectUntil };
  const { figures, sha256, sizeBytes } = await freezeFigures(ctx, about);
  const plans = planDocuments(figures, partners.find(({ active }) => active)?.id);
  return { ...about, companyId: company.id, plans, figures: { sha256, sizeBytes } };
}

interface FiguresInput {
  company: CompanyRecord;
  partners: readonly PartnerRecord[];
  month: string;
  dateIso: string;
  /** Last day of objections, `YYYY-MM-DD`. */
  objectUntil: string;
}

interface StoredFigures {
  figures: FrozenMonth;
  sha256: string;
  sizeBytes: number;
}

/**
 * Reads a month's figures as of one moment and stores them by their content, a part at a time, so that the largest client
 * takes no more memory than a small one. Throws SaleDiffers when an operation and its transfers are not the same money.
 */
async function freezeFigures(ctx: Context, about: FiguresInput): Promise<StoredFigures> {
  const read = await ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readMonth(ctx, tx, about));
  const figures = frozen(ctx, about, read);
  const bytes = packFigures(figures);
  return { figures, sha256: await ctx.files.put(bytes), sizeBytes: bytes.length };
}

interface ReadMonth {
  sales: Map<PartnerId, ReturnType<typeof countSales>>;
  parts: FigurePart[];
  payments: ClosingPayment[];
  corrections: ClosingCorrection[];
  services: ClosingService[];
  cards: ClosingCard[];
  opening: number;
  /** All of them up to the end of the month, oldest first. */
  bank: BankMovement[];
  agreement: Awaited<ReturnType<typeof findAgreement>>;
  editions: DocumentEdition[];
}

async function readMonth(ctx: Context, tx: Db, { company, month }: FiguresInput): Promise<ReadMonth> {
  const sales: ReadMonth['sales'] = new Map();
  const parts: FigurePart[] = [];
  for await (const some of iterateSales(tx, company.id, month)) {
    for (const sale of some) {
      assertBooked(sale);
      const counting = sales.get(sale.partnerId) ?? countSales(month);
      sales.set(sale.partnerId, counting);
      counting.add(sale);
    }
    const partnerIds = [...new Set(some.map(({ partnerId }) => partnerId))];
    parts.push({ sha256: await ctx.files.put(packSales(some)), lines: some.length, partnerIds });
  }
  return {
    sales,
    parts,
    payments: await listPayments(tx, company.id, month),
    corrections: await listCorrections(tx, company.id, month),
    services: await listServices(tx, company.id, month),
    cards: await listIssuedCards(tx, company.id, month),
    opening: await readOpening(tx, company.id, month),
    bank: await listBankMovements(tx, company.id, month),
    agreement: await findAgreement(tx, company.id),
    editions: await listEditions(tx, company.id, month),
  };
}

function assertBooked(sale: BookedSale): void {
  if (signedSum(sale) === sale.booked) return;
  throw new SaleDiffers({ ...sale, sum: kopecks(Math.abs(signedSum(sale))) });
}

function frozen(ctx: Context, about: FiguresInput, read: ReadMonth): FrozenMonth {
  const { month, dateIso, objectUntil, company, partners } = about;
  const titles = new Map(partners.map((partner) => [partner.id, partner.title]));
  const ids = new Set([
    ...read.sales.keys(),
    ...read.services.map(({ partnerId }) => partnerId),
    ...read.cards.map(({ partnerId }) => partnerId),
  ]);
  const sorted = [...ids].sort((a, b) => a - b);
  const taken = sorted.map((partnerId) => {
    const services = listServiceLines(read.services.filter((service) => service.partnerId === partnerId));
    const sales = read.sales.get(partnerId)?.result() ?? null;
    return { partnerId, sales, services, sum: sumNetwork({ sales, services }) };
  });
  const advance = coverByAdvance(read.bank, read.opening, taken);
  const networks = taken.map(({ partnerId, sales, services }) => ({
    partnerId,
    title: titles.get(partnerId) ?? '',
    sales,
    ...(services.length > 0 && { services }),
    advance: advance.get(partnerId) ?? [],
    cards: read.cards
      .filter((card) => card.partnerId === partnerId)
      .map(({ id, number, issuedAt }) => ({ id, number, isEarlier: issuedAt < startOfMonth(month) })),
  }));
  const paid = read.payments.reduce((total, { sum }) => total + sum, 0);
  const corrected = read.corrections.reduce((total, { sum }) => total + sum, 0);
  const spent = taken.reduce((total, { sum }) => total + sum, 0);
  return {
    version: 1,
    companyId: company.id,
    month,
    dateIso,
    objectUntil,
    seller: ctx.programme.on(dateIso).requisites,
    buyer: toDocumentParty(company),
    agreement: read.agreement,
    networks,
    payments: read.payments.map(({ at, ...payment }) => ({ at: at.toISOString(), ...payment })),
    ...(read.corrections.length > 0 && {
      corrections: read.corrections.map(({ at, ...correction }) => ({ at: at.toISOString(), ...correction })),
    }),
    opening: kopecks(read.opening),
    closing: kopecks(read.opening + paid + corrected - spent),
    parts: read.parts,
    ...(read.editions.length > 0 && { editions: read.editions }),
  };
}
