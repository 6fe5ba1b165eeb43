import type { z } from 'zod';
import type {
  deedOfClient,
  documentOfClient,
  messageOfClient,
  movementOfClient,
  orderOfClient,
  paymentOfClient,
} from '#contract/client-parts.ts';
import { shortNumber } from '#contract/card-number.ts';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { formatPhone } from '#contract/phone.ts';
import { formatDate } from '../../lib/format.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn, sumColumn } from '../../tables/usual-columns.tsx';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import { auditTitle } from '#contract/audit-titles.ts';
import { deedWords } from './deed-words.ts';

type Order = z.infer<typeof orderOfClient>;
type Payment = z.infer<typeof paymentOfClient>;
type Movement = z.infer<typeof movementOfClient>;
type Document = z.infer<typeof documentOfClient>;
type Message = z.infer<typeof messageOfClient>;
type Deed = z.infer<typeof deedOfClient>;

function text<Row>(
  key: string,
  header: string,
  value: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return { key, header, value, cell: value, narrow: 'line', ...more };
}

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  text('id', '№', (one) => `№ ${one.id}`, { narrow: 'title' }),
  dateColumn({ key: 'date', header: 'Создана', kind: 'moment', value: (one) => one.created_at }),
  text('author', 'Автор', (one) => one.author || 'Без имени'),
  text('cards', 'Карты', (one) => String(one.cards), { align: 'end' }),
  text('status', 'Статус', (one) => one.status, { narrow: 'plain' }),
];

export const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
  text('number', 'Номер', (one) => `№ ${one.number}`, { narrow: 'title' }),
  dateColumn({ key: 'date', header: 'Дата', value: (one) => one.date }),
  text('payer', 'Плательщик', (one) => one.payer),
  text('purpose', 'Назначение', (one) => one.purpose, { narrow: 'plain' }),
  sumColumn(),
];

const MOVEMENT_TONE: Record<number, StatusTone> = {
  [OPERATION_STATUS.done]: 'go',
  [OPERATION_STATUS.inProgress]: 'wait',
  [OPERATION_STATUS.failed]: 'stop',
};

export const MOVEMENT_COLUMNS: readonly Column<Movement>[] = [
  dateColumn({ key: 'at', header: 'Когда', kind: 'moment', value: (one) => one.at }),
  text('type', 'Что', (one) => one.type, { narrow: 'title' }),
  text('card', 'Карта', (one) => shortNumber(one.card_number)),
  {
    key: 'status',
    header: 'Статус',
    narrow: 'line',
    value: (one) => one.status,
    cell: (one) => <StatusWord tone={MOVEMENT_TONE[one.status_id] ?? 'neutral'}>{one.status}</StatusWord>,
  },
  sumColumn(),
];

export const DOCUMENT_COLUMNS: readonly Column<Document>[] = [
  text('title', 'Документ', (one) => one.title, { narrow: 'title' }),
  text('partner', 'Сеть', (one) => one.partner),
  text('month', 'Месяц', (one) => formatDate(`${one.month}-01`, 'month')),
  dateColumn({ key: 'published', header: 'Опубликован', kind: 'moment', value: (one) => one.published_at }),
  {
    key: 'state',
    header: 'Ответ клиента',
    narrow: 'plain',
    value: documentWords,
    cell: (one) => (
      <StatusWord tone={one.received_at ? 'go' : one.objection ? 'stop' : 'neutral'}>
        {documentWords(one)}
      </StatusWord>
    ),
  },
];

function documentWords({ received_at: received, objection }: Document): string {
  if (received) return 'Принят';
  return objection ? `Возражение: ${objection}` : 'Не отвечал';
}

export const MESSAGE_COLUMNS: readonly Column<Message>[] = [
  dateColumn({ key: 'at', header: 'Когда', kind: 'moment', value: (one) => one.at }),
  text('kind', 'Что', (one) => (one.kind === 'sms' ? 'СМС' : 'Письмо')),
  {
    key: 'to',
    header: 'Кому',
    narrow: 'title',
    value: (one) => one.to,
    cell: (one) => (
      <TwoLines below={one.person}>{one.kind === 'sms' ? formatPhone(one.to) : one.to}</TwoLines>
    ),
  },
  text('text', 'Текст', (one) => one.text, { narrow: 'plain' }),
  {
    key: 'sent',
    header: 'Состояние',
    narrow: 'line',
    value: fateWords,
    cell: (one) => (
      <StatusWord tone={one.sent === null ? 'wait' : one.sent ? 'go' : 'stop'}>{fateWords(one)}</StatusWord>
    ),
  },
];

function fateWords({ sent }: Message): string {
  if (sent === null) return 'Ждёт отправки';
  return sent ? 'Отправлено' : 'Не принято';
}

export const DEED_COLUMNS: readonly Column<Deed>[] = [
  dateColumn({ key: 'at', header: 'Когда', kind: 'moment', value: (one) => one.at }),
  {
    key: 'what',
    header: 'Что',
    narrow: 'title',
    value: (one) => auditTitle(one.action),
    cell: (one) => <TwoLines below={deedWords(one)}>{auditTitle(one.action)}</TwoLines>,
  },
  {
    key: 'who',
    header: 'Кто',
    narrow: 'line',
    value: (one) => one.actor ?? 'Программа',
    cell: (one) => <TwoLines below={one.staff && 'Сотрудник программы'}>{one.actor ?? 'Программа'}</TwoLines>,
  },
  text('address', 'Адрес', (one) => one.address ?? ''),
];
