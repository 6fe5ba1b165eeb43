import type { z } from 'zod';
import type {
  clientAction,
  documentOfClient,
  messageOfClient,
  movementOfClient,
  orderOfClient,
  paymentOfClient,
} from '#contract/companies/client-parts.ts';
import type { Invoice, InvoiceStatus } from '#contract/money/money.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { listClientCharges } from '#contract/companies/client-account.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { formatDate } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, moneyColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { auditTitle } from '#contract/backoffice/audit-titles.ts';

/** The reason, where one was given. */
function formatActionDetails({ details }: z.infer<typeof clientAction>): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}

type Order = z.infer<typeof orderOfClient>;
type Payment = z.infer<typeof paymentOfClient>;
type Movement = z.infer<typeof movementOfClient>;
type Document = z.infer<typeof documentOfClient>;
type Message = z.infer<typeof messageOfClient>;
type ClientAction = z.infer<typeof clientAction>;

function text<Row>(
  key: string,
  header: string,
  value: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return { key, header, value, cell: value, narrow: 'line', ...more };
}

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  text('id', '№', (item) => `№\u00a0${item.id}`, { narrow: 'title' }),
  dateColumn({ key: 'date', header: 'Создана', kind: 'moment', value: (item) => item.created_at }),
  text('author', 'Автор', (item) => item.author || 'Без имени'),
  text('cards', 'Карты', (item) => String(item.cards), { align: 'end' }),
  text('status', 'Статус', (item) => item.status, { narrow: 'plain' }),
];

type Charge = EndpointData<typeof listClientCharges>[number];

export const CHARGE_COLUMNS: readonly Column<Charge>[] = [
  text('title', 'За что', (item) => item.title, {
    narrow: 'title',
    cell: (item) => <TwoLines below={describeCharge(item)}>{item.title}</TwoLines>,
  }),
  text('network', 'Сеть', (item) => item.partner),
  text('quantity', 'Количество', (item) => String(item.quantity), { align: 'end' }),
  sumColumn(),
  dateColumn({ key: 'at', header: 'Списано', kind: 'moment', value: (item) => item.charged_at }),
];

/** The card, the order or the month that it was charged for. */
function describeCharge({ card, request_id: orderId, month }: Charge): string {
  if (card !== null) return `Карта ${shortNumber(card)}`;
  if (orderId !== null) return `Заявка № ${orderId}`;
  return month === null ? '' : formatDate(`${month}-01`, 'month');
}

export const INVOICE_COLUMNS: readonly Column<Invoice>[] = [
  text('number', 'Номер', (item) => item.number, { narrow: 'title' }),
  dateColumn({ key: 'date', header: 'Выставлен', value: (item) => item.date.date }),
  dateColumn({
    key: 'due',
    header: 'Оплатить до',
    narrow: 'line',
    value: (item) => item.payment_due_date.date,
  }),
  {
    key: 'status',
    header: 'Состояние',
    narrow: 'plain',
    value: (item) => item.status,
    cell: (item) => <StatusLabel tone={INVOICE_TONE[item.status_id]}>{item.status}</StatusLabel>,
  },
  moneyColumn({ key: 'paid', header: 'Оплачено', narrow: 'line', value: (item) => item.paid_sum }),
  sumColumn(),
];

const INVOICE_TONE: Record<InvoiceStatus, StatusTone> = {
  waiting: 'wait',
  partly: 'wait',
  paid: 'go',
  overpaid: 'go',
  cancelled: 'neutral',
};

export const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
  text('number', 'Номер', (item) => `№\u00a0${item.number}`, { narrow: 'title' }),
  dateColumn({ key: 'date', header: 'Дата', value: (item) => item.date }),
  text('payer', 'Плательщик', (item) => item.payer),
  text('purpose', 'Назначение', (item) => item.purpose, { narrow: 'plain' }),
  sumColumn(),
];

const MOVEMENT_TONE: Record<number, StatusTone> = {
  [OPERATION_STATUS.done]: 'go',
  [OPERATION_STATUS.inProgress]: 'wait',
  [OPERATION_STATUS.failed]: 'stop',
};

export const MOVEMENT_COLUMNS: readonly Column<Movement>[] = [
  dateColumn({ key: 'at', header: 'Когда', kind: 'moment', value: (item) => item.at }),
  text('type', 'Что', (item) => item.type, { narrow: 'title' }),
  text('card', 'Карта', (item) => shortNumber(item.card_number)),
  {
    key: 'status',
    header: 'Статус',
    narrow: 'line',
    value: (item) => item.status,
    cell: (item) => (
      <StatusLabel tone={MOVEMENT_TONE[item.status_id] ?? 'neutral'}>{item.status}</StatusLabel>
    ),
  },
  sumColumn(),
];

export const DOCUMENT_COLUMNS: readonly Column<Document>[] = [
  text('title', 'Документ', (item) => item.title, { narrow: 'title' }),
  text('partner', 'Сеть', (item) => item.partner),
  text('month', 'Месяц', (item) => formatDate(`${item.month}-01`, 'month')),
  dateColumn({ key: 'published', header: 'Опубликован', kind: 'moment', value: (item) => item.published_at }),
  {
    key: 'state',
    header: 'Ответ клиента',
    narrow: 'plain',
    value: formatDocument,
    cell: (item) => (
      <StatusLabel tone={item.received_at ? 'go' : item.objection ? 'stop' : 'neutral'}>
        {formatDocument(item)}
      </StatusLabel>
    ),
  },
];

function formatDocument({ received_at: received, objection }: Document): string {
  if (received) return 'Принят';
  return objection ? `Возражение: ${objection}` : 'Не отвечал';
}

export const MESSAGE_COLUMNS: readonly Column<Message>[] = [
  dateColumn({ key: 'at', header: 'Когда', kind: 'moment', value: (item) => item.at }),
  text('kind', 'Что', (item) => (item.kind === 'sms' ? 'СМС' : 'Письмо')),
  {
    key: 'to',
    header: 'Кому',
    narrow: 'title',
    value: (item) => item.to,
    cell: (item) => (
      <TwoLines below={item.person}>{item.kind === 'sms' ? formatPhone(item.to) : item.to}</TwoLines>
    ),
  },
  text('text', 'Текст', (item) => item.text, { narrow: 'plain' }),
  {
    key: 'sent',
    header: 'Состояние',
    narrow: 'line',
    value: formatDeliveryState,
    cell: (item) => (
      <StatusLabel tone={item.sent === null ? 'wait' : item.sent ? 'go' : 'stop'}>
        {formatDeliveryState(item)}
      </StatusLabel>
    ),
  },
];

function formatDeliveryState({ sent }: Message): string {
  if (sent === null) return 'Ждёт отправки';
  return sent ? 'Отправлено' : 'Не принято';
}

export const ACTION_COLUMNS: readonly Column<ClientAction>[] = [
  dateColumn({ key: 'at', header: 'Когда', kind: 'moment', value: (item) => item.at }),
  {
    key: 'what',
    header: 'Что',
    narrow: 'title',
    value: (item) => auditTitle(item.action),
    cell: (item) => <TwoLines below={formatActionDetails(item)}>{auditTitle(item.action)}</TwoLines>,
  },
  {
    key: 'who',
    header: 'Кто',
    narrow: 'line',
    value: (item) => item.actor ?? 'Программа',
    cell: (item) => (
      <TwoLines below={item.staff && 'Сотрудник программы'}>{item.actor ?? 'Программа'}</TwoLines>
    ),
  },
  text('address', 'Адрес', (item) => item.address ?? ''),
];
