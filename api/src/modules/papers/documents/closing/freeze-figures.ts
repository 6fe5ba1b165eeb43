import type { Context } from '../../../../context.ts';
import { SaleDiffers } from './closing-problem.ts';
import { type CompanyRecord, toDocumentParty } from '../../../companies/companies/companies.ts';
import { type PartnerRecord } from '../../../programme/partners/partners.ts';
import {
  signedSum,
  startOfMonth,
  type ClosingCard,
  type ClosingCorrection,
  type ClosingPayment,
} from './month-closing.ts';
import { readOpening } from './month-closing-store.ts';
import { listEditions } from './closing-document-store.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../../db/database.ts';
import { findAgreement } from '../documents.ts';
import { listBankMovements } from './bank-movement-store.ts';
import { listMonthOffsets, type ShippedAdvance } from '../../advances/month-offsets.ts';
import { coverByAdvance, nameAdvances, type BankMovement } from './cover-by-advance.ts';
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
import { planReturns, type PlannedReturn } from '../returns/plan-returns.ts';
import { countSales } from './sale-totals.ts';

export interface FiguresInput {
  company: CompanyRecord;
  partners: readonly PartnerRecord[];
  month: string;
  dateIso: string;
  /** Last day of objections, `YYYY-MM-DD`. */
  objectUntil: string;
}

interface StoredFigures {
  figures: FrozenMonth;
  /** УКД for fuel of closed months that was given back. */
  returns: readonly PlannedReturn[];
  sha256: string;
  sizeBytes: number;
}

/**
 * Reads a month's figures as of one moment and stores them by their content, a part at a time, so that the largest client
 * takes no more memory than a small one. Throws SaleDiffers when an operation and its transfers are not the same money.
 */
export async function freezeFigures(ctx: Context, about: FiguresInput): Promise<StoredFigures> {
  const read = await ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readMonth(ctx, tx, about));
  const { company, month, dateIso } = about;
  const returned = new Map([...read.sales].map(([partnerId, counting]) => [partnerId, counting.returned()]));
  const returns = await planReturns(ctx, { companyId: company.id, month, dateIso, returned });
  const figures = frozen(ctx, about, { ...read, returns });
  const bytes = packFigures(figures);
  return { figures, returns, sha256: await ctx.files.put(bytes), sizeBytes: bytes.length };
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
  offsets: ShippedAdvance[];
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
      counting.add(sale, sale.boughtIn);
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
    offsets: await listMonthOffsets(tx, company.id, month),
    agreement: await findAgreement(tx, company.id),
    editions: await listEditions(tx, company.id, month),
  };
}

function assertBooked(sale: BookedSale): void {
  if (signedSum(sale) === sale.booked) return;
  throw new SaleDiffers({ ...sale, sum: kopecks(Math.abs(signedSum(sale))) });
}

function freezeReturn({ number, change, goods }: PlannedReturn) {
  return { number, change, goods: goods.map(({ month: _month, ...line }) => line) };
}

function frozen(
  ctx: Context,
  about: FiguresInput,
  read: ReadMonth & { returns: readonly PlannedReturn[] },
): FrozenMonth {
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
    const returns = read.returns.filter((planned) => planned.partnerId === partnerId);
    const corrected = returns.flatMap(({ goods }) => goods);
    const sales = read.sales.get(partnerId)?.result(corrected) ?? null;
    return { partnerId, sales, services, returns, sum: sumNetwork({ sales, services }) };
  });
  const advance = coverByAdvance(read.bank, read.opening, taken);
  const advanceInvoices = nameAdvances(read.offsets, taken);
  const networks = taken.map(({ partnerId, sales, services, returns }) => ({
    partnerId,
    title: titles.get(partnerId) ?? '',
    sales,
    ...(services.length > 0 && { services }),
    ...(returns.length > 0 && { returns: returns.map(freezeReturn) }),
    advance: advance.get(partnerId) ?? [],
    ...(advanceInvoices.get(partnerId)?.length && { advanceInvoices: advanceInvoices.get(partnerId) }),
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
