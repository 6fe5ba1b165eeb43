import type { ReactNode } from 'react';
import { joinClasses } from '../../../lib/join-classes.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import { PAYMENT_STATES } from './payment-states.ts';
import type { Payment } from '#contract/money/bank.ts';
import styles from './PaymentComparison.module.css';

type Document = Payment['look_alikes'][number];

/** Formats each field for one side of the comparison, with the value it is compared by. */
const FIELDS: readonly {
  title: string;
  text: (item: Document) => string;
  cell?: (item: Document) => ReactNode;
}[] = [
  { title: 'Состояние', text: (item) => PAYMENT_STATES[item.state].title },
  { title: 'Номер', text: (item) => item.number },
  { title: 'Дата документа', text: (item) => item.date, cell: (item) => <DateText value={item.date} /> },
  {
    title: 'Поступил',
    text: (item) => item.credited_on,
    cell: (item) => <DateText value={item.credited_on} />,
  },
  { title: 'Сумма', text: (item) => String(item.sum), cell: (item) => <Money value={item.sum} /> },
  { title: 'Плательщик', text: (item) => item.payer.name || 'Не указан' },
  { title: 'ИНН', text: (item) => item.payer.inn || 'Не указан' },
  { title: 'Счёт плательщика', text: (item) => item.payer.account || 'Не указан' },
  { title: 'Назначение', text: (item) => item.purpose },
  { title: 'Зачислен клиенту', text: (item) => item.company?.title ?? 'Никому' },
  { title: 'Файл', text: (item) => item.file?.name ?? 'Нет, пришёл по СБП' },
  {
    title: 'Загружен',
    text: (item) => item.came_at,
    cell: (item) => <DateText value={item.came_at} style="datetime" />,
  },
];

/** A payment beside those that it resembles. What differs is in bold: a person decides whether they are one. */
export function PaymentComparison({ payment }: { payment: Payment }) {
  const sides: readonly Document[] = [payment, ...payment.look_alikes];
  return (
    <table className={styles.table} role="table" aria-label="Похожие платежи рядом">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" className={styles.corner}>
            <VisuallyHidden>Поле</VisuallyHidden>
          </th>
          {sides.map((side, index) => (
            <th key={side.id} role="columnheader" scope="col">
              {index === 0 ? 'Этот платёж' : 'Похожий'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {FIELDS.map(({ title, text, cell = text }) => (
          <tr key={title} role="row">
            <th role="rowheader" scope="row">
              {title}
            </th>
            {sides.map((side, index) => (
              <td
                key={side.id}
                role="cell"
                className={joinClasses(index > 0 && text(side) !== text(payment) && styles.differs)}
              >
                {cell(side)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
