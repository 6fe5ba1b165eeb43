import type { SearchQuery } from '#contract/insights/read-search.ts';
import type { searchEverything } from '#contract/insights/search.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { getLastDay } from '../../../lib/get-last-day.ts';
import { paths } from '../../../paths.ts';
import type { Entry, Group } from './entry.ts';

export type Found = EndpointData<typeof searchEverything>;

/** Groups of what the server has found. Money stands in `aside`, which is not stored for opened entries. */
export function foundGroups(found: Found | undefined, input: SearchQuery, today: string): Group[] {
  const operations = (found?.operations ?? []).map(operationEntry);
  const period = [periodEntry(input, today)].filter((entry) => entry !== null);
  return [
    {
      title: 'Операции',
      // Enter opens the first one: the operation of this sum, before all of its day.
      entries:
        input.numbers.length === 0 ? [...period, ...operations] : found ? [...operations, ...period] : [],
    },
    { title: 'Счета', entries: (found?.invoices ?? []).map(invoiceEntry) },
    { title: 'Документы', entries: (found?.documents ?? []).map(documentEntry) },
  ].filter(({ entries }) => entries.length > 0);
}

/** Entry for all operations of the day or month in the query. It needs no answer. «УПД октябрь» means a document. */
function periodEntry({ day, month, words }: SearchQuery, today: string): Entry | null {
  if (words.length > 0) return null;
  if (day !== null) {
    return {
      key: `operation:${day}`,
      kind: 'operation',
      title: `Все операции за ${formatDate(day, 'long')}`,
      to: paths.operationsIn({ from: day, to: day }),
    };
  }
  if (month === null) return null;
  const whole = month.length === 7 ? month : findLastMonthNamed(month, today);
  return {
    key: `operation:${whole}`,
    kind: 'operation',
    title: `Все операции за ${formatDate(whole, 'month')}`,
    to: paths.operationsIn({ from: `${whole}-01`, to: getLastDay(whole) }),
  };
}

function findLastMonthNamed(month: string, today: string): string {
  const year = Number(today.slice(0, 4));
  return `${month <= today.slice(5, 7) ? year : year - 1}-${month}`;
}

function operationEntry({ id, card, type, goods, sum, day, status }: Found['operations'][number]): Entry {
  return {
    key: `operation:${id}`,
    kind: 'operation',
    title: formatTitle(type, goods),
    note: [
      formatDate(day),
      shortNumber(card.card_number),
      card.comment,
      status.id !== OPERATION_STATUS.done && status.title,
    ]
      .filter(Boolean)
      .join(' · '),
    ...(sum > 0 && { aside: formatMoney(sum) }),
    to: paths.operationsIn({ from: day, to: day, cardId: card.id, operationId: id }),
  };
}

/** Most operations are purchases, so their fuel is enough. */
function formatTitle(type: Found['operations'][number]['type'], goods: string | null): string {
  if (goods === null) return type.title;
  return type.id === OPERATION_TYPE.purchase ? goods : `${type.title}: ${goods}`;
}

function invoiceEntry({ id, number, date, sum, status, page }: Found['invoices'][number]): Entry {
  return {
    key: `invoice:${id}`,
    kind: 'invoice',
    title: `Счёт № ${number}`,
    note: `${formatDate(date)} · ${status}`,
    aside: formatMoney(sum),
    to: paths.invoice({ id, page }),
  };
}

function documentEntry({ id, title, partner_title: network, month }: Found['documents'][number]): Entry {
  return {
    key: `document:${id}`,
    kind: 'document',
    title,
    note: `${network} · ${formatDate(month, 'month')}`,
    to: paths.document({ id, month }),
  };
}
