import type { z } from 'zod';
import { shortNumber } from '#contract/card-number.ts';
import type { driver } from '#contract/drivers.ts';
import type { invoice } from '#contract/money.ts';
import type { FileColumn } from '../../../lib/table-file.ts';

/** Lists that have no file of their own elsewhere, with the headings of their pages. */

export const INVOICE_COLUMNS: readonly FileColumn<z.input<typeof invoice>>[] = [
  { header: 'Номер', kind: 'name', of: (one) => one.number },
  { header: 'Дата', kind: 'day', of: (one) => one.date.date.slice(0, 10) },
  { header: 'Оплатить до', kind: 'day', of: (one) => one.payment_due_date.date.slice(0, 10) },
  { header: 'Статус', of: (one) => one.status },
  { header: 'Оплачено', kind: 'sum', of: (one) => one.paid_sum },
  { header: 'Сумма', kind: 'sum', of: (one) => one.sum },
];

type DriverWithCards = z.input<typeof driver> & { cards: readonly { card_number: string }[] };

export const DRIVER_COLUMNS: readonly FileColumn<DriverWithCards>[] = [
  {
    header: 'Водитель',
    of: (one) => [one.surname, one.name, one.patronymic].filter(Boolean).join(' '),
  },
  { header: 'Телефон', kind: 'name', of: (one) => one.phone },
  { header: 'Карты', of: (one) => one.cards.map((card) => shortNumber(card.card_number)).join(', ') || null },
  { header: 'Карт', kind: 'name', of: (one) => String(one.cards.length) },
];

/** A movement, or a balance, which has neither sum nor places. */
interface StatementLine {
  at: string;
  description: string;
  from: string | null;
  to: string | null;
  sum: number | null;
  balance: number;
}

export const STATEMENT_COLUMNS: readonly FileColumn<StatementLine>[] = [
  { header: 'Дата', kind: 'time', of: (one) => one.at },
  { header: 'Содержание', of: (one) => one.description },
  { header: 'Откуда', of: (one) => one.from },
  { header: 'Куда', of: (one) => one.to },
  { header: 'Сумма', kind: 'sum', of: (one) => one.sum },
  { header: 'Остаток', kind: 'sum', of: (one) => one.balance },
];
