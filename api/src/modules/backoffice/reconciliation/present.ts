import type { z } from 'zod';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { formatDateShort, formatRubles } from '../../../lib/money-format.ts';
import type { reconciliation } from '#contract/backoffice/staff.ts';
import type { BooksFinding, BooksSummary } from './check-balance.ts';
import type { BankDifferenceKind } from '../../money/bank/balances/find-bank-differences.ts';
import type { CardDifferenceKind } from './card-difference.ts';
import type { LogFinding } from './check-log.ts';
import type { Reconciliation } from './reconciliation-store.ts';
import type { ReportNames } from './read-names.ts';
import type { DifferenceKind } from './difference.ts';

/** Explains each difference to the person on call at night. */
const DIFFERENCE_TITLE: Record<
  DifferenceKind | BooksFinding['kind'] | BankDifferenceKind | CardDifferenceKind | LogFinding['kind'],
  string
> = {
  'audit-log-changed': 'Журнал действий изменён в обход портала',
  'transfer-without-its-entries': 'У перевода нет двух равных проводок',
  'entry-without-a-transfer': 'Проводка без перевода',
  'sum-not-zero': 'Проводки компании не дают ноль',
  'balance-not-its-entries': 'Остаток счёта не равен сумме его проводок',
  'broken-chain': 'Остаток до проводки не равен остатку после предыдущей',
  'below-the-floor': 'Остаток счёта ниже допустимого',
  'entry-of-another-company': 'Проводка чужой компании',
  'operation-not-its-money': 'Операция и её деньги расходятся',
  'price-not-its-money': 'Скидка или сбор операции и их деньги расходятся',
  'charge-not-its-money': 'Услуга программы и её деньги расходятся',
  'card-not-its-fee': 'Цена выпущенной карты и списанное за неё расходятся',
  'transfer-without-an-operation': 'Перевод несуществующей операции',
  'in-transit-not-its-operations': 'Деньги в пути не равны операциям в обработке',
  'hold-not-its-authorisations': 'Деньги на удержании не равны открытым разрешениям на заправку',
  'dispute-not-its-money': 'Спор и отложенные по нему деньги расходятся',
  'hold-not-its-disputes': 'Деньги на удержании по спорам не равны открытым спорам',
  'payment-not-its-money': 'Платёж и его зачисление расходятся',
  'transfer-without-a-payment': 'Зачисление несуществующего платежа',
  'sandbox-payment-not-its-money': 'Песочница: оплата не сходится с движением денег',
  'transfer-without-a-sandbox-payment': 'Движение денег без оплаты в песочнице',
  'network-refund-not-its-payment': 'Возврат от сети и его платёж расходятся',
  'return-not-its-money': 'Возврат аванса и его деньги расходятся',
  'transfer-without-a-return': 'Списание несуществующего возврата аванса',
  'correction-not-its-money': 'Исправление баланса и его деньги расходятся',
  'transfer-without-a-correction': 'Движение денег без исправления баланса',
  'invoice-not-its-payments': 'Оплата счёта не равна платежам по нему',
  'distribution-not-its-money': 'Распределение и его деньги расходятся',
  'transfer-without-a-distribution': 'Перевод несуществующего распределения',
  'shortfall-not-its-transfers': 'Недостача карты не равна её движениям',
  'entries-changed': 'Проводки или переводы счёта изменены после проверки',
  'seal-not-its-entries': 'Запечатанный остаток дня не равен проводкам счёта',
  'days-not-their-operations': 'Итоги операций за день не равны самим операциям',
  'books-not-balanced': 'Баланс программы не сходится: движения и остатки счетов расходятся',
  'bank-balance-gap': 'День начинается не с того остатка банка, которым закончился предыдущий',
  'bank-days-missing': 'Между выписками есть дни без выписки, и остаток за них изменился',
  'bank-incoming-not-its-documents': 'Поступления по данным банка не равны нашим документам',
  'bank-outgoing-not-its-documents': 'Списания по данным банка не равны нашим документам',
  'bank-balance-not-our-documents': 'Остаток банка не равен первому остатку и всем нашим документам',
  'card-not-its-network': 'Деньги на карте у нас и у сети расходятся',
  'card-unknown-to-network': 'Сеть не знает нашу карту',
  'card-unknown-to-us': 'У сети есть деньги на карте, которой нет у нас',
};

/** A report for the programme's staff; a kind that this version does not know is shown under its code name. */
export function presentReconciliation(
  report: Reconciliation,
  names: ReportNames,
): z.input<typeof reconciliation> {
  return {
    id: report.id,
    asked_by: report.askedBy,
    started_at: report.startedAt.toISOString(),
    finished_at: report.finishedAt.toISOString(),
    transfers: report.transfers,
    cards: report.cards,
    networks: report.networks,
    sides: report.sides.map(({ partnerId, cards, networkKopecks, differenceKopecks }) => ({
      network: names.networks.get(partnerId) ?? `№ ${partnerId}`,
      cards,
      ours: toRubles(kopecks(networkKopecks - differenceKopecks)),
      theirs: toRubles(kopecks(networkKopecks)),
      difference: toRubles(kopecks(differenceKopecks)),
    })),
    books: report.books && presentSummary(report.books),
    silent: [...names.networks].filter(([id]) => !report.networks.includes(id)).map(([, title]) => title),
    differences: report.found.map(({ kind, details }) => ({
      kind,
      title: (DIFFERENCE_TITLE as Record<string, string>)[kind] ?? kind,
      details: Object.entries(details)
        .sort(byPlace)
        .map((detail) => presentDetail(detail, names)),
    })),
  };
}

function presentSummary(books: BooksSummary): NonNullable<z.input<typeof reconciliation>['books']> {
  return {
    date: books.day,
    received: toRubles(books.received),
    clients: toRubles(books.clients),
    networks: toRubles(books.networks),
    programme: toRubles(books.programme),
    unplaced: toRubles(books.unplaced),
    bank: books.bank === null ? null : toRubles(books.bank),
    difference: toRubles(books.difference),
  };
}

const DETAIL_TITLE: Record<string, string> = {
  companyId: 'Компания',
  problem: 'Что найдено',
  account: 'Расчётный счёт',
  dayFrom: 'С',
  dayTo: 'По',
  cardId: 'Карта',
  card: 'Номер карты, конец',
  partnerId: 'Сеть',
  accountId: 'Счёт учёта',
  transferId: 'Перевод учёта',
  operationId: 'Операция',
  day: 'День',
  typeId: 'Тип операции',
  statusId: 'Состояние операции',
  countedOperations: 'Операций в итогах',
  operations: 'Операций',
  countedKopecks: 'Сумма в итогах',
  paymentId: 'Платёж',
  returnId: 'Возврат аванса',
  correctionId: 'Исправление баланса',
  invoiceId: 'Счёт на оплату',
  distributionId: 'Распределение',
  balanceKopecks: 'Остаток в учёте',
  entriesKopecks: 'Сумма проводок',
  operationsKopecks: 'Операции в обработке',
  sumKopecks: 'Сумма',
  movedKopecks: 'Перемещено',
  paidKopecks: 'Оплачено',
  paymentsKopecks: 'Платежи',
  receivedKopecks: 'Получено от клиентов',
  clientsKopecks: 'Деньги клиентов',
  soldKopecks: 'Продано сетями',
  programmeKopecks: 'Результат программы',
  beforeKopecks: 'Остаток до',
  afterKopecks: 'Остаток после',
  bankKopecks: 'У банка',
  documentsKopecks: 'По документам',
  floorKopecks: 'Допустимо не ниже',
  shortfallKopecks: 'Недостача',
  transfersKopecks: 'По движениям',
  expectedKopecks: 'Ожидаем у сети',
  networkKopecks: 'У сети',
  differenceKopecks: 'Разница',
};

/** The database returns the groups in an order of its own. */
function byPlace([one]: [string, unknown], [other]: [string, unknown]): number {
  return DETAIL_NAMES.indexOf(one) - DETAIL_NAMES.indexOf(other);
}

const DETAIL_NAMES = Object.keys(DETAIL_TITLE);

function presentDetail(
  [name, value]: [string, unknown],
  { networks, companies }: ReportNames,
): { title: string; value: string } {
  const title = DETAIL_TITLE[name] ?? name;
  const known = { companyId: companies, partnerId: networks }[name]?.get(value as number);
  if (known) return { title, value: name === 'companyId' ? `№\u00a0${value} ${known}` : known };
  if (name.endsWith('Kopecks') && typeof value === 'number') {
    return { title, value: formatRubles(value) };
  }
  if (name === 'dayFrom' || name === 'dayTo') return { title, value: formatDateShort(String(value)) };
  return { title, value: String(value) };
}
