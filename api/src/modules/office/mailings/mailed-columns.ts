import type { z } from 'zod';
import { shortNumber } from '#contract/card-number.ts';
import type { driver } from '#contract/drivers.ts';
import type { invoice } from '#contract/money.ts';
import type { FileColumn } from '../../../lib/table-file.ts';

/** Lists that have no file of their own elsewhere, with the headings of their pages. */

export const INVOICE_COLUMNS: readonly FileColumn<z.input<typeof invoice>>[] = [
  { header: 'Номер', kind: 'name', of: (item) => item.number },
  { header: 'Дата', kind: 'day', of: (item) => item.date.date.slice(0, 10) },
  { header: 'Оплатить до', kind: 'day', of: (item) => item.payment_due_date.date.slice(0, 10) },
  { header: 'Статус', of: (item) => item.status },
  { header: 'Оплачено', kind: 'sum', of: (item) => item.paid_sum },
  { header: 'Сумма', kind: 'sum', of: (item) => item.sum },
];

type DriverWithCards = z.input<typeof driver> & { cards: readonly { card_number: string }[] };

export const DRIVER_COLUMNS: readonly FileColumn<DriverWithCards>[] = [
  {
    header: 'Водитель',
    of: (driverWithCards) =>
      [driverWithCards.surname, driverWithCards.name, driverWithCards.patronymic].filter(Boolean).join(' '),
  },
  { header: 'Телефон', kind: 'name', of: (driverWithCards) => driverWithCards.phone },
  {
    header: 'Карты',
    of: (driverWithCards) =>
      driverWithCards.cards.map((card) => shortNumber(card.card_number)).join(', ') || null,
  },
  { header: 'Карт', kind: 'name', of: (driverWithCards) => String(driverWithCards.cards.length) },
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
  { header: 'Дата', kind: 'time', of: (statementLine) => statementLine.at },
  { header: 'Содержание', of: (statementLine) => statementLine.description },
  { header: 'Откуда', of: (statementLine) => statementLine.from },
  { header: 'Куда', of: (statementLine) => statementLine.to },
  { header: 'Сумма', kind: 'sum', of: (statementLine) => statementLine.sum },
  { header: 'Остаток', kind: 'sum', of: (statementLine) => statementLine.balance },
];
