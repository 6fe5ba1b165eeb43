import type { z } from 'zod';
import { LIMIT_PERIOD, OPERATION_TYPE } from '#contract/ids.ts';
import type { UnsettledDeed, unsettled } from '#contract/unsettled.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { formatMoney, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { GOODS_GROUPS } from '../../cards/cards/goods-group.ts';
import type { ChosenLimit } from '../../cards/cards/card-change.ts';
import type { UnclearChoice } from '../../cards/cards/list-unclear-choices.ts';
import { monthWords } from '../documents/month-words.ts';
import type { WaitingObjection } from '../documents/waiting-objection.ts';
import type { IllegibleCard } from '../../networks/commands/illegible-card.ts';
import type { KeptSale } from '../../fuel/sales/kept-sale.ts';
import type { UnbookedSale } from '../../fuel/sales/unbooked-sale.ts';
import { contradictionProblem, contradictionSides, deedTitle } from './contradiction-words.ts';
import { illegibleProblem } from './illegible-problem.ts';
import { jobText, withoutSecrets } from './job-words.ts';
import type { Unsettled } from './unsettled.ts';

type OnWire = z.input<typeof unsettled>;
type Detail = OnWire['details'][number];

export function presentUnsettled(one: Unsettled): OnWire {
  return {
    kind: one.kind,
    id: one.id,
    since: one.since.toISOString(),
    partner: one.partner,
    company: one.company,
    card_number: one.cardNumber,
    asked: askedOf(one),
    attempts: one.attempts,
    last_word: one.lastWord && { said: one.lastWord.said, heard_at: one.lastWord.heardAt.toISOString() },
    problem: problemOf(one),
    details: detailsOf(one),
    compared: comparedOf(one),
    deeds: deedsOf(one),
  };
}

function askedOf(one: Unsettled): string {
  switch (one.kind) {
    case 'block':
      return one.typeId === OPERATION_TYPE.blocking ? 'Блокировка карты' : 'Разблокировка карты';
    case 'choice':
      return choiceText(one.choice);
    case 'order':
      return `Заявка № ${one.orderId}, карт: ${one.count}`;
    case 'debtor':
      return 'Блокировка карты с долгом';
    case 'sale':
      return one.sale.kind === 'sale' ? 'Продажа' : 'Возврат';
    case 'record':
      return 'Запись списка продаж';
    case 'card':
      return CARD_LIST_TITLE[one.list];
    case 'surplus':
      return `Заявка № ${one.orderId}: заказано ${one.ordered}, выпущено ${one.made}`;
    case 'closing':
      return `Документы за ${monthWords(one.month)}`;
    case 'letter':
    case 'objection':
      return one.title;
    case 'answer':
      return deedTitle(one.ours.deed);
    case 'resale':
      return one.ours.kind === 'sale' ? 'Продажа' : 'Возврат';
    case 'stray':
      return 'Ответ на команду';
    case 'job':
      return jobText(one.task, one.payload);
  }
}

const CARD_LIST_TITLE: Record<IllegibleCard['list'], string> = {
  cards: 'Карта в списке сети',
  purses: 'Кошелёк карты в списке сети',
  wallets: 'Кошелёк карты в списке сети',
  limits: 'Лимит в списке сети',
  restrictions: 'Услуги карты в списке сети',
};

function choiceText({ kind, wanted }: UnclearChoice['choice']): string {
  if (kind === 'limit') return limitText(wanted as ChosenLimit);
  const { goodsIds } = wanted as { goodsIds: number[] };
  return `Услуги: ${goodsIds.map((id) => findGoods(id)?.title ?? id).join(', ')}`;
}

function limitText(limit: ChosenLimit): string {
  if (!limit) return 'Снять лимит';
  const count = limit.unit === 'sum' ? formatRubles(limit.count) : `${formatMoney(limit.count)}\u00a0л`;
  const groups = GOODS_GROUPS.filter(({ treeItemId }) => limit.goodsGroups.includes(treeItemId));
  const text = `Лимит ${count} за ${LIMIT_PERIOD[limit.period].per}`;
  const isAll = groups.length === 0 || groups.length === GOODS_GROUPS.length;
  return isAll ? text : `${text}: ${groups.map(({ title }) => title).join(', ')}`;
}

function problemOf(one: Unsettled): string | null {
  switch (one.kind) {
    case 'sale':
      return UNBOOKED_BECAUSE[one.waitsFor];
    case 'record':
    case 'card':
      return illegibleProblem(one.problem, readObject(one.text));
    case 'surplus':
      return 'Сеть выпустила больше карт, чем заказано';
    case 'closing':
      return 'Документы месяца не удалось сделать';
    case 'letter':
      return 'Клиент отказался подписать документ';
    case 'objection':
      return 'Клиент возражает по документу';
    case 'answer':
    case 'resale':
    case 'stray':
      return contradictionProblem(one);
    case 'job':
      return 'Не получилось, и попытки кончились';
    default:
      return null;
  }
}

const UNBOOKED_BECAUSE: Record<UnbookedSale['waitsFor'], string> = {
  card: 'Такой карты у нас нет',
  day: 'Продажа датирована будущим днём',
  books: 'Учёт не принял продажу',
};

function detailsOf(one: Unsettled): Detail[] {
  switch (one.kind) {
    case 'sale':
      return saleDetails(one.sale);
    case 'record':
    case 'card':
      return recordDetails(one);
    case 'surplus':
      return [{ label: 'Карты заявки', value: one.cardNumbers.join(', ') }];
    case 'closing':
      return [{ label: 'Что не так', value: one.problem }];
    case 'objection':
      return objectionDetails(one);
    case 'answer':
    case 'stray':
      return [{ label: 'Номер команды', value: one.subject }];
    case 'resale':
      return [{ label: 'Номер у сети', value: one.subject }];
    case 'job':
      return [
        { label: 'Последняя ошибка', value: withoutSecrets(one.lastError) },
        { label: 'Задача', value: `${one.task}, № ${one.id}` },
      ];
    default:
      return [];
  }
}

function comparedOf(one: Unsettled): OnWire['compared'] {
  switch (one.kind) {
    case 'answer':
    case 'resale':
    case 'stray':
      return contradictionSides(one);
    case 'sale':
      return one.waitsFor === 'day'
        ? [{ label: 'Время', ours: formatTimeShort(one.since), theirs: timeText(one.sale.soldAt) }]
        : undefined;
    default:
      return undefined;
  }
}

function objectionDetails({ comment, month, author }: WaitingObjection): Detail[] {
  const who = author ? [author.name, `+${author.phone}`].filter(Boolean).join(', ') : '';
  return [
    { label: 'Возражение', value: comment },
    { label: 'Период', value: monthWords(month) },
    { label: 'Кто возражает', value: who },
  ].filter(({ value }) => value !== '');
}

function saleDetails(sale: KeptSale): Detail[] {
  return [
    { label: 'Номер у сети', value: sale.externalId },
    { label: 'Возврат покупки', value: sale.refundOf ?? '' },
    { label: 'Время', value: timeText(sale.soldAt) },
    { label: 'Товар', value: sale.goodsTitle },
    { label: 'Литры', value: formatMoney(sale.centilitres) },
    { label: 'Цена', value: formatRubles(sale.unitPriceKopecks) },
    { label: 'Сумма', value: formatRubles(sale.sumKopecks) },
    { label: 'АЗС', value: sale.address },
  ].filter(({ value }) => value !== '');
}

/** A program's empty date, the year 1 or the end of 9999, is no day of our papers: it is shown as it was told. */
function timeText(soldAt: string): string {
  const instant = new Date(soldAt);
  const year = instant.getUTCFullYear();
  return year >= 1900 && year < 9999 ? formatTimeShort(instant) : soldAt;
}

/** A sale has no field with such a name. If a network sends one anyway, nobody may see it. */
const SECRET =
  /"([^"]*(?:pass|pwd|secret|token|cvv|api_?key)[^"]*|pin(?:code)?)"\s*:\s*("(?:[^"\\]|\\.)*"?|[^,}\]]+)/gi;

/**
 * The fields as the network named them; a record that was truncated, or is not an object, as one text. The log's own
 * words come last: the one who looks after the server finds it by them.
 */
function recordDetails(one: { text: string; problem: string }): Detail[] {
  const text = one.text.replace(SECRET, '"$1":"…"');
  const record = readObject(text) ?? { Запись: text };
  const fields = Object.entries(record).map(([label, value]) => ({ label, value: valueText(value) }));
  return [...fields, { label: 'Запись журнала', value: one.problem }];
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'пусто';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function deedsOf(one: Unsettled): UnsettledDeed[] {
  switch (one.kind) {
    case 'block':
    case 'choice':
      return ['ask', 'executed', 'not-executed'];
    case 'order':
      return ['ask', 'not-executed'];
    case 'debtor':
      return ['ask'];
    case 'sale':
      return one.waitsFor === 'books' ? ['ask', 'close'] : ['close'];
    case 'record':
      return ['close'];
    case 'closing':
    case 'job':
      return ['ask'];
    case 'card':
    case 'surplus':
    case 'letter':
    case 'objection':
    case 'answer':
    case 'resale':
    case 'stray':
      return ['acknowledge'];
  }
}
