import { gunzipSync, gzipSync } from 'node:zlib';
import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { PdfParty } from '../../../../lib/pdf/pdf-blocks.ts';
import type { Operator } from '../../../../operator.ts';
import { totalOfLines, type ClosingDocumentKind, type ClosingSale, type GoodsLine } from './month-closing.ts';
import type { CountedSales } from './sale-totals.ts';

/**
 * Figures from which all documents of a company and month are made, as they were when the month was closed. They are a
 * file of their own that names its parts by their hashes: the hash of the first seals them all.
 */
export interface FrozenMonth {
  version: 1;
  companyId: number;
  /** `YYYY-MM` */
  month: string;
  /** Date of the documents and last day of objections, `YYYY-MM-DD`. */
  dateIso: string;
  objectUntil: string;
  seller: Operator['requisites'];
  buyer: PdfParty;
  /** The framework agreement that was accepted; figures of earlier months may lack it. */
  agreement?: { number: string; dateIso: string } | null;
  networks: FrozenNetwork[];
  payments: FrozenPayment[];
  /** Corrections of the balance that were booked in the month; figures of months without one lack them. */
  corrections?: FrozenCorrection[];
  /** The operator's debt to the client before and after the month: positive is the client's advance. */
  opening: Kopecks;
  closing: Kopecks;
  /** The sales, by network, card and time. */
  parts: FigurePart[];
  /** The documents that are not the first of their kind, because earlier ones were withdrawn. */
  editions?: DocumentEdition[];
}

/** A document of the month, counted from the first one of its network and kind. */
export interface DocumentEdition {
  kind: ClosingDocumentKind;
  /** The act of reconciliation stands under any network: there is one. */
  partnerId: PartnerId;
  edition: number;
}

export interface FrozenNetwork {
  partnerId: PartnerId;
  title: string;
  /** Null if it has sold nothing. */
  sales: CountedSales | null;
  /** Cards, deliveries and monthly fees; left out where there are none. */
  services?: GoodsLine[];
  /** УКД for fuel of closed months that was given back; left out where there are none. */
  returns?: FrozenReturn[];
  /** Payments that paid the document beforehand, oldest first; figures of earlier months may lack them. */
  advance?: CoveringPayment[];
  /** Invoices for advances that its shipments set off; left out where there are none. */
  advanceInvoices?: NamedAdvance[];
  /** Issued since the previous set. */
  cards: { id: number; number: string; isEarlier: boolean }[];
}

/** Lists the lines of a network's УПД: its sales, then the programme's charges. */
export function listUpdLines({
  sales,
  services = [],
}: Pick<FrozenNetwork, 'sales' | 'services'>): GoodsLine[] {
  return [...(sales?.goods ?? []), ...services];
}

/** A УКД for fuel of a closed month, and the part of this month's sales that stands in it instead of the УПД; below zero. */
interface FrozenReturn {
  number: string;
  change: Kopecks;
  goods: Pick<GoodsLine, 'title' | 'isService' | 'ratePercent' | 'centilitres' | 'gross'>[];
}

/** The sum of a network's month that a client owes: its sales and the services. */
export function sumNetwork({ sales, services = [] }: Pick<FrozenNetwork, 'sales' | 'services'>): Kopecks {
  return kopecks((sales?.sum ?? 0) + totalOfLines(services).gross);
}

/** A payment, and the part of it that paid this document. */
export interface CoveringPayment {
  number: string;
  /** Date of the payment order, `YYYY-MM-DD`. */
  dateIso: string;
  sum: Kopecks;
}

/** An invoice for an advance, and the part of it that this document's shipments set off. */
export interface NamedAdvance {
  /** The row of `client_advance`. */
  id: number;
  number: string;
  dateIso: string;
  sum: Kopecks;
}

export interface FrozenPayment {
  /** ISO 8601 */
  at: string;
  basis: string;
  sum: Kopecks;
  isReturn: boolean;
}

export interface FrozenCorrection {
  /** ISO 8601 */
  at: string;
  title: string;
  ukdNumber: string | null;
  /** Negative for what the client owes. */
  sum: Kopecks;
}

export interface FigurePart {
  sha256: string;
  lines: number;
  /** The networks whose sales are in it. */
  partnerIds: PartnerId[];
}

/** «202610-17-2», and «202610-17-2-П2» where the first one was withdrawn; the act of reconciliation has no network. */
export function formatDocumentNumber(
  { month, companyId, editions = [] }: FrozenMonth,
  kind: ClosingDocumentKind,
  partnerId?: PartnerId,
): string {
  const found = editions.find(
    (edition) => edition.kind === kind && (partnerId === undefined || edition.partnerId === partnerId),
  );
  const edition = found && `П${found.edition}`;
  return [month.replace('-', ''), companyId, partnerId, edition]
    .filter((part) => part !== undefined)
    .join('-');
}

/** A part as stored: its cards once, each with the driver and truck that it had, then a row for each sale. */
interface StoredPart {
  version: 1;
  cards: { number: string; comment: string; drivers: string; vehicle?: string }[];
  sales: StoredSale[];
}

type StoredSale = [
  id: number,
  typeId: number,
  partnerId: PartnerId,
  number: string,
  card: number,
  goodsTitle: string,
  quantity: number,
  unitPrice: number,
  sum: number,
  price: [discount: number, surcharge: number, fee: number] | null,
  address: string,
  soldAt: string,
  taxedAt: string,
  unit?: GoodsUnit,
  costCentre?: string,
  tripNumber?: string,
];

/** Little is gained by packing harder, and much time is lost. */
const LEVEL = 1;
/** Five thousand sales with the longest texts that there are stay far below. */
const MAX_PART_BYTES = 256 * 1024 * 1024;

export function packFigures(figures: FrozenMonth): Buffer {
  return gzipSync(JSON.stringify(figures), { level: LEVEL });
}

export function unpackFigures(bytes: Uint8Array): FrozenMonth {
  return JSON.parse(String(gunzipSync(bytes, { maxOutputLength: MAX_PART_BYTES }))) as FrozenMonth;
}

export function packSales(sales: readonly ClosingSale[]): Buffer {
  const places = new Map<string, number>();
  const stored: StoredPart = { version: 1, cards: [], sales: [] };
  for (const sale of sales) {
    const { cardNumber: number, comment, drivers, vehicle } = sale;
    const texts = JSON.stringify([number, drivers, vehicle]);
    let card = places.get(texts);
    if (card === undefined) {
      card = stored.cards.push({ number, comment, drivers, vehicle }) - 1;
      places.set(texts, card);
    }
    stored.sales.push(storedSale(sale, card));
  }
  return gzipSync(JSON.stringify(stored), { level: LEVEL });
}

function storedSale(sale: ClosingSale, card: number): StoredSale {
  const { price } = sale;
  const stored: StoredSale = [
    sale.id,
    sale.typeId,
    sale.partnerId,
    sale.number,
    card,
    sale.goodsTitle,
    sale.quantity,
    sale.unitPrice,
    sale.sum,
    price && [price.discount, price.surcharge, price.fee],
    sale.address,
    sale.soldAt.toISOString(),
    sale.taxedAt.toISOString(),
  ];
  const { unit, costCentre, tripNumber } = sale;
  if (costCentre || tripNumber) stored.push(unit, costCentre, tripNumber);
  else if (unit !== 'litres') stored.push(unit);
  return stored;
}

export function unpackSales(bytes: Uint8Array): ClosingSale[] {
  const stored = JSON.parse(String(gunzipSync(bytes, { maxOutputLength: MAX_PART_BYTES }))) as StoredPart;
  return stored.sales.map((row): ClosingSale => {
    const [id, typeId, partnerId, number, place, goodsTitle, quantity, unitPrice, sum, price] = row;
    const [, , , , , , , , , , address, soldAt, taxedAt, unit = 'litres', costCentre = '', tripNumber = ''] =
      row;
    const card = stored.cards[place];
    if (!card) throw new Error(`sale ${id} stands at no card`);
    return {
      id,
      typeId,
      partnerId,
      number,
      cardNumber: card.number,
      comment: card.comment,
      drivers: card.drivers,
      vehicle: card.vehicle ?? '',
      costCentre,
      tripNumber,
      goodsTitle,
      quantity,
      unit,
      unitPrice: kopecks(unitPrice),
      sum: kopecks(sum),
      price: price && { discount: kopecks(price[0]), surcharge: kopecks(price[1]), fee: kopecks(price[2]) },
      address,
      soldAt: new Date(soldAt),
      taxedAt: new Date(taxedAt),
    };
  });
}
