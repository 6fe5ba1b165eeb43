import type { PartnerId } from '#contract/ids.ts';
import { formatDateLong, formatDateShort, formatMoney } from '../../../../lib/money-format.ts';
import { heading, paragraph, parties, partyDetails, signatures } from '../../../../lib/pdf/pdf-blocks.ts';
import { actPdf } from '../../../orders/orders/make-act.ts';
import {
  formatDocumentNumber,
  listUpdLines,
  type FrozenMonth,
  type FrozenNetwork,
} from './frozen-figures.ts';
import {
  CLOSING_DOCUMENT,
  totalOfLines,
  type ClosingDocumentKind,
  type DocumentTotal,
  startOfMonth,
} from './month-closing.ts';
import { formatForMonth, formatPeriod } from './format-month.ts';
import { registerPdf, type SalesSource } from '../pdf/register-pdf.ts';
import { toUpdDocument } from '../upd-document.ts';
import { updPdf } from '../pdf/upd-pdf.ts';
import type { ClosingHead } from '../closing-head.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { amountInWords } from '../../../../lib/amount-in-words.ts';
import { sectionTable, type PdfTableColumn } from '../../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../../lib/pdf/pdf.ts';
import { lateRows } from './late-rows.ts';
import { PAYMENT_ORDER, toReconciliationAct, type ReconciledDocument } from '../reconciliation-act.ts';

/** Document of a month that is still to be made. */
export interface DocumentPlan {
  /** An act of reconciliation stands under the first network. */
  partnerId: PartnerId;
  kind: ClosingDocumentKind;
  title: string;
  /** Null if the document is not about a sum. */
  total: DocumentTotal | null;
  /** The cards that an act hands over. */
  cardIds: readonly number[];
  /** Invoices for advances that a УПД with VAT names, `client_advance.id`. */
  advances?: readonly { id: number; sum: Kopecks }[];
  /** Lines of a register. Null for documents that are always short. */
  lines: number | null;
}

/**
 * Plans the documents of a company and month: for each network those of its sales and issued cards, and one
 * reconciliation act for all of them, under `otherwise` if no network has a document.
 */
export function planDocuments(figures: FrozenMonth, otherwise: PartnerId | undefined): DocumentPlan[] {
  const plans = figures.networks.flatMap((network): DocumentPlan[] => {
    const { partnerId, sales, cards } = network;
    const plan = (
      kind: ClosingDocumentKind,
      total: DocumentTotal | null,
      cardIds: number[] = [],
    ): DocumentPlan => ({
      partnerId,
      kind,
      title: formatTitle(kind, formatDocumentNumber(figures, kind, partnerId), figures.month),
      total,
      cardIds,
      lines: kind === 'register' ? (sales?.lines ?? 0) : null,
    });
    const goods = listUpdLines(network);
    const { gross, vat } = totalOfLines(goods);
    return [
      ...(sales ? [plan('register', { sum: sales.sum, vat: null })] : []),
      // Sales that were fully refunded leave nothing to be invoiced.
      ...(goods.length > 0
        ? [{ ...plan('upd', { sum: gross, vat }), advances: vat > 0 ? network.advanceInvoices : [] }]
        : []),
      ...(cards.length > 0
        ? [
            plan(
              'cards',
              null,
              cards.map(({ id }) => id),
            ),
          ]
        : []),
    ];
  });
  const first = plans[0]?.partnerId ?? otherwise;
  const moved =
    figures.payments.length > 0 ||
    (figures.corrections ?? []).length > 0 ||
    figures.networks.some(({ sales, services }) => sales !== null || services !== undefined);
  if (first === undefined || !moved) return plans;
  const kind = 'reconciliation';
  const title = formatTitle(kind, formatDocumentNumber(figures, kind), figures.month);
  return [...plans, { partnerId: first, kind, title, total: null, cardIds: [], lines: null }];
}

/** Makes a document of these figures and of nothing else. A register takes the sales of its network too. */
export function makePdf(
  figures: FrozenMonth,
  { kind, partnerId }: { kind: ClosingDocumentKind; partnerId: PartnerId },
  register: { sales: SalesSource; onPages?: (done: number, all: number) => void },
): Promise<Buffer> {
  if (kind === 'reconciliation') return reconciliationPdf(toClosingHead(figures, kind), figures);
  const network = figures.networks.find((frozenNetwork) => frozenNetwork.partnerId === partnerId);
  if (!network) throw new Error(`network ${partnerId} has no paper of ${figures.month}`);
  const head = toClosingHead(figures, kind, network);
  if (kind === 'cards') return actPdf(toCardAct(head, network));
  const { sales } = network;
  if (kind === 'upd') {
    const late = sales?.late ?? { lines: 0, sum: kopecks(0) };
    return updPdf(toUpdDocument(figures, network), { late, objections: head.objections });
  }
  if (!sales) throw new Error(`network ${partnerId} has sold nothing in ${figures.month}`);
  return registerPdf(head, sales, register);
}

function toCardAct(head: ClosingHead, { cards }: FrozenNetwork): Parameters<typeof actPdf>[0] {
  return {
    number: head.number,
    date: head.dateIso,
    from: { ...head.seller, signer: head.seller.director },
    to: { ...head.buyer, signer: '' },
    network: head.network,
    count: cards.length,
    cards: cards.map((card) => ({ network: head.network, number: card.number })),
    issued: { period: head.period, earlier: cards.filter(({ isEarlier }) => isEarlier).length },
  };
}

function formatTitle(kind: ClosingDocumentKind, number: string, month: string): string {
  return `${CLOSING_DOCUMENT[kind].title} № ${number} ${formatForMonth(month)}`;
}

function toClosingHead(
  figures: FrozenMonth,
  kind: ClosingDocumentKind,
  network?: FrozenNetwork,
): ClosingHead {
  const { month, dateIso, seller, buyer, objectUntil } = figures;
  return {
    number: formatDocumentNumber(figures, kind, network?.partnerId),
    period: formatPeriod(month, dateIso),
    dateIso,
    seller,
    buyer,
    network: network?.title ?? '',
    objections:
      `Принимаются в личном кабинете по ${formatDateLong(objectUntil)} включительно. ` +
      'Документ подтверждает пользователь клиента кодом из СМС; без его действия подпись не проставляется.',
  };
}

const COLUMNS: readonly PdfTableColumn[] = [
  { title: 'Дата', width: 62 },
  { title: 'Документ', width: '*' },
  { title: 'Дебет, ₽', width: 92, figures: true },
  { title: 'Кредит, ₽', width: 92, figures: true },
];

/**
 * The reconciliation act of a month by the operator's books: debit is what the client took and was paid back, credit
 * is what the client paid. The act covers all networks together, because payments belong to none of them.
 */
async function reconciliationPdf(head: ClosingHead, figures: FrozenMonth): Promise<Buffer> {
  const title = `Акт сверки взаимных расчётов № ${head.number} от ${formatDateLong(head.dateIso)}`;
  const { debit, credit, documents } = toReconciliationAct(figures);
  const start = startOfMonth(figures.month);
  const first = formatDateShort(start);
  const late = { lines: 0, sum: kopecks(0) };
  for (const { sales } of figures.networks) {
    late.lines += sales?.late.lines ?? 0;
    late.sum = kopecks(late.sum + (sales?.late.sum ?? 0));
  }
  const { payments, corrections = [] } = figures;
  const [latePayments, lateCorrections] = [payments, corrections].map(
    (moved) => moved.filter(({ at }) => new Date(at) < start).length,
  );
  return await renderPdf({
    title,
    author: head.seller.name,
    dateIso: head.dateIso,
    content: [
      heading(title, undefined, head.period),
      parties([
        { role: 'Поставщик', strong: head.seller.name, text: partyDetails(head.seller) },
        { role: 'Клиент', strong: head.buyer.name, text: partyDetails(head.buyer) },
        { role: 'Период', text: `${head.period}, по данным поставщика` },
        ...lateRows(late, latePayments, lateCorrections),
        { role: 'Возражения', text: head.objections },
      ]),
      sectionTable(
        COLUMNS,
        [
          { rows: [[first, 'Сальдо на начало', ...formatSides(figures.opening)]] },
          { rows: documents.map(makeRow) },
          { rows: [['', 'Обороты за период', formatMoney(debit), formatMoney(credit)]] },
        ],
        [formatDateShort(head.dateIso), 'Сальдо на конец', ...formatSides(figures.closing)],
      ),
      signatures(
        [
          { title: 'От поставщика', name: head.seller.director },
          { title: 'От клиента', name: '' },
        ],
        [
          { margin: [0, 10, 0, 4], text: conclusion(head, figures.closing), bold: true },
          paragraph(
            'Дебет — отпущенное топливо и возвращённые авансы, кредит — поступившие платежи. Возврат топлива уменьшает дебет месяца, в котором он сделан.' +
              (figures.networks.some(({ sales }) => sales?.isPriced)
                ? ' Топливо — по ценам с учётом тарифа, вместе с сервисным сбором.'
                : '') +
              (corrections.length > 0
                ? ' УКД, компенсации и другие исправления в пользу клиента — кредит, в пользу поставщика — дебет.'
                : '') +
              (figures.networks.some(({ services }) => services)
                ? ' Услуги — выпуск и доставка карт, сборы за месяц — в УПД вместе с топливом.'
                : ''),
          ),
        ],
      ),
    ],
  });
}

function makeRow({
  isSale,
  bookedIso,
  title,
  number,
  dateIso,
  operation,
  debit,
  credit,
}: ReconciledDocument): string[] {
  const basis =
    number === null || title !== PAYMENT_ORDER ? '' : `п/п № ${number} от ${formatDateShort(dateIso)}`;
  return [
    formatDateShort(bookedIso),
    isSale ? `УПД № ${number}, ${operation}` : `${operation} ${basis}`.trim(),
    ...(isSale || debit !== 0 ? [formatMoney(debit), ''] : ['', formatMoney(credit)]),
  ];
}

/** A balance in the client's favour is printed on the right, a debt on the left. */
function formatSides(balance: number): [string, string] {
  return balance < 0 ? [formatMoney(-balance), ''] : ['', formatMoney(balance)];
}

function conclusion(head: ClosingHead, balance: number): string {
  const day = formatDateLong(head.dateIso);
  if (balance === 0) return `На ${day} задолженности нет.`;
  const text = `${formatMoney(Math.abs(balance))}\u00a0₽ (${amountInWords(Math.abs(balance))})`;
  return balance > 0
    ? `На ${day} аванс клиента у поставщика составляет ${text}.`
    : `На ${day} задолженность клиента перед поставщиком составляет ${text}.`;
}
