import { describeCorrection, type CorrectionKind } from '#contract/money/balance-corrections.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { formatDateShort, formatRubles, moscowDay } from '../../../../lib/money-format.ts';
import { SERVICE_CHARGE, type ServiceChargeKind } from '../../fees/service-charges.ts';
import type { AccountKind, TransferKind } from '../../ledger/account.ts';

/** Scope of the statement: all the company's places together, or one of them. */
export type StatementPlace =
  | { kind: 'company' }
  | { kind: 'unallocated' }
  /** Money set aside for a network minus what is owed for its fuel, as the screens show it. */
  | { kind: 'partner'; partnerId: number }
  | { kind: 'card'; cardId: number };

/** Moscow days, both included. */
export interface StatementPeriod {
  from: string;
  to: string;
}

/** One transfer of the ledger as a statement needs it. */
export interface StatementEntry {
  transferId: number;
  postedAt: Date;
  kind: TransferKind;
  /** Its effect on the places of the statement: negative went out, zero stayed inside. */
  sum: Kopecks;
  moved: Kopecks;
  from: AccountName;
  to: AccountName;
  /** `sum` is that of the whole sale: this transfer may be a part of it. */
  sale: { goodsTitle: string; quantity: string; sum: Kopecks; address: string; soldAt: Date } | null;
  /** The bank's document of an incoming or outgoing payment. */
  payment: { bySbp: boolean; number: string; datedOn: string; invoiceNumbers: readonly string[] } | null;
  /** The correction of the balance that caused the entry. */
  correction: {
    kind: CorrectionKind;
    isReversal: boolean;
    documentTitle: string | null;
    note: string;
  } | null;
  /** The service of the programme that caused the entry. */
  charge: { kind: ServiceChargeKind; orderId: number | null; month: string | null; sum: Kopecks } | null;
  /** The card that the operation or the service behind it is about. */
  cardNumber: string | null;
  operationStatusId: number | null;
}

interface AccountName {
  kind: AccountKind;
  partnerTitle: string | null;
  cardNumber: string | null;
}

export interface StatementMovement {
  id: number;
  at: Date;
  /**
   * Moment of the purchase or refund of fuel that caused the entry, or null for entries of another kind. The network
   * may report it later.
   */
  soldAt: Date | null;
  description: string;
  from: string;
  to: string;
  sum: Kopecks;
  moved: Kopecks;
  balance: Kopecks;
}

export interface Statement {
  place: { kind: StatementPlace['kind']; title: string };
  period: StatementPeriod;
  opening: Kopecks;
  cameIn: Kopecks;
  wentOut: Kopecks;
  closing: Kopecks;
  movements: StatementMovement[];
}

/** Adds up the entries, from the opening balance to the closing one. */
export function toStatement(
  place: Statement['place'],
  period: StatementPeriod,
  opening: Kopecks,
  entries: readonly StatementEntry[],
): Statement {
  let balance: number = opening;
  const movements = entries.map((entry): StatementMovement => {
    balance += entry.sum;
    return {
      id: entry.transferId,
      at: entry.postedAt,
      soldAt: entry.sale?.soldAt ?? null,
      description: describe(entry),
      from: placeTitle(entry.from),
      to: placeTitle(entry.to),
      sum: entry.sum,
      moved: entry.moved,
      balance: kopecks(balance),
    };
  });
  const total = (sums: readonly number[]): Kopecks => kopecks(sums.reduce((sum, value) => sum + value, 0));
  return {
    place,
    period,
    opening,
    cameIn: total(movements.map(({ sum }) => Math.max(0, sum))),
    wentOut: total(movements.map(({ sum }) => Math.max(0, 0 - sum))),
    closing: kopecks(balance),
    movements,
  };
}

/** The day of the closing balance: the last one of the period or, while that is still to come, the day on which it is made. */
export function balanceDay({ to }: StatementPeriod, madeOn: string): string {
  return to < madeOn ? to : madeOn;
}

/** A place of money in people's words. */
function placeTitle({ kind, partnerTitle, cardNumber }: AccountName): string {
  const titles: Record<AccountKind, string> = {
    bank: 'Банк',
    unallocated: 'Нераспределённые средства',
    'in-transit': 'В пути',
    partner: `Счёт сети «${partnerTitle}»`,
    debt: `Долг за топливо «${partnerTitle}»`,
    card: `Карта ${formatCard(cardNumber)}`,
    network: `Сеть «${partnerTitle}»`,
    programme: 'Программа',
    hold: `На удержании «${partnerTitle}»`,
    'dispute-reserve': 'Резерв под споры',
    'dispute-hold': 'На удержании по спору',
  };
  return titles[kind];
}

function formatCard(cardNumber: string | null): string {
  return shortNumber(cardNumber ?? '');
}

const ENTRY_TEXTS: Record<TransferKind, (entry: StatementEntry) => string> = {
  'invoice-paid': formatPayment,
  'reverse-payment': (entry) => `Исправление зачисления: ${formatPayment(entry)}`,
  'return-advance': (entry) => `Возврат аванса${formatReturn(entry)}`,
  'reverse-return': (entry) => `Исправление возврата аванса${formatReturn(entry)}`,
  'reserve-transfer': (entry) => `Перевод на карту ${formatCard(entry.cardNumber)}: передан сети`,
  'settle-transfer': (entry) => `Перевод на карту ${formatCard(entry.cardNumber)}: зачислен`,
  'void-transfer': (entry) =>
    `Перевод на карту ${formatCard(entry.cardNumber)}: сеть отказала, деньги вернулись`,
  'reserve-payout': (entry) => `Вывод с карты ${formatCard(entry.cardNumber)}: передан сети`,
  'settle-payout': (entry) => `Вывод с карты ${formatCard(entry.cardNumber)}: зачислен`,
  'void-payout': (entry) => `Вывод с карты ${formatCard(entry.cardNumber)}: сеть отказала, деньги вернулись`,
  distribute: (entry) => `Распределение на счёт сети «${entry.to.partnerTitle}»`,
  'repay-debt': (entry) => `Погашение долга за топливо «${entry.to.partnerTitle}»`,
  revoke: (entry) => `Перевод со счёта сети «${entry.from.partnerTitle}»`,
  purchase: (entry) => formatSale({ word: 'Покупка', ofIt: 'покупки', happened: 'продажа' }, entry),
  'cover-purchase': (entry) =>
    `Топливо, купленное раньше: оплата с карты ${formatCard(entry.from.cardNumber)}`,
  refund: (entry) => formatSale({ word: 'Возврат покупки', ofIt: 'возврата', happened: 'возврат' }, entry),
  discount: (entry) => formatTariffEntry(['Скидка', 'Скидка снята с возвратом'], entry),
  surcharge: (entry) => formatTariffEntry(['Надбавка возвращена', 'Надбавка'], entry),
  'service-fee': (entry) => formatTariffEntry(['Сервисный сбор возвращён', 'Сервисный сбор'], entry),
  correction: ({ correction }) => (correction ? describeCorrection(correction) : 'Исправление баланса'),
  'card-fee': formatCharge,
  'monthly-fee': formatCharge,
  'hold-fuel': (entry) => `Деньги на заправку отложены: карта ${formatCard(entry.from.cardNumber)}`,
  'hold-disputed': () => 'Деньги отложены до ответа по спору',
  'release-disputed': () => 'Спор завершён: деньги больше не отложены',
  'release-fuel': (entry) => `Отложенное на заправку вернулось: карта ${formatCard(entry.to.cardNumber)}`,
};

/** «Выпуск карты •• 4000», «Доставка топливных карт по заявке № 17», «Абонентская плата за 10.2026». */
function formatCharge({ charge, cardNumber, moved }: StatementEntry): string {
  if (!charge) return 'Услуга программы';
  const { kind, orderId, month, sum } = charge;
  const title = kind === 'card' ? `Выпуск карты ${formatCard(cardNumber)}` : SERVICE_CHARGE[kind].title;
  const order = orderId === null ? '' : ` по заявке № ${orderId}`;
  // The month stands in place of «за месяц».
  const period = month === null ? '' : ` за ${month.slice(5)}.${month.slice(0, 4)}`;
  const part = moved === sum ? '' : `, часть от ${formatRubles(sum)}`;
  return `${title.replace(/ за месяц$/, '')}${order}${period}${part}`;
}

/** The first text is for a credit to the client, the second for a charge. */
function formatTariffEntry(
  [given, taken]: [string, string],
  { from, sale, cardNumber }: StatementEntry,
): string {
  const label = from.kind === 'programme' ? given : taken;
  if (!sale) return label;
  const what = `${sale.goodsTitle}, ${formatRubles(sale.sum)}`;
  return `${label}: ${what}, карта ${formatCard(cardNumber)}, ${formatDateShort(sale.soldAt)}`;
}

function describe(entry: StatementEntry): string {
  const unfinished = entry.operationStatusId === OPERATION_STATUS.inProgress ? ' (ждём ответа сети)' : '';
  return ENTRY_TEXTS[entry.kind](entry) + unfinished;
}

function formatPayment({ payment }: StatementEntry): string {
  if (!payment) return 'Пополнение счёта';
  const { invoiceNumbers: numbers } = payment;
  const invoice =
    numbers.length === 0 ? '' : `, ${numbers.length > 1 ? 'счета' : 'счёт'} ${numbers.join(', ')}`;
  return `${payment.bySbp ? 'СБП' : 'Платёжное поручение'}${formatNumberAndDay(payment)}${invoice}`;
}

function formatReturn({ payment }: StatementEntry): string {
  return payment ? `, платёжное поручение${formatNumberAndDay(payment)}` : '';
}

function formatNumberAndDay({ number, datedOn }: { number: string; datedOn: string }): string {
  return `${number === '' ? '' : ` № ${number}`} от ${formatDateShort(datedOn)}`;
}

/**
 * Names the whole sum where several accounts have paid for one sale, and the day of the sale, or of the refund, when the
 * network reported it on a later one.
 */
function formatSale(
  { word: label, ofIt, happened }: { word: string; ofIt: string; happened: string },
  { sale, moved, cardNumber, postedAt }: StatementEntry,
): string {
  if (!sale) return label;
  const late =
    moscowDay(sale.soldAt) === moscowDay(postedAt) ? '' : `, ${happened} ${formatDateShort(sale.soldAt)}`;
  const address = sale.address === '' ? '' : `, ${sale.address}`;
  const part = moved === sale.sum ? '' : `, часть ${ofIt} на ${formatRubles(sale.sum)}`;
  return `${label}: ${sale.goodsTitle}, ${sale.quantity}, карта ${formatCard(cardNumber)}${address}${part}${late}`;
}
