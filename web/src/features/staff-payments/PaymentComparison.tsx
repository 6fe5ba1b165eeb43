import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Money } from '../../ui/Money.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Payment } from './PaymentList.tsx';
import { PAYMENT_STATES } from './payment-states.ts';
import styles from './PaymentComparison.module.css';

type Document = Payment['look_alikes'][number];

/** How one side of the comparison says each of its fields, and what it is compared by. */
const FIELDS: readonly {
  title: string;
  text: (one: Document) => string;
  cell?: (one: Document) => ReactNode;
}[] = [
  { title: 'Состояние', text: (one) => PAYMENT_STATES[one.state].title },
  { title: 'Номер', text: (one) => one.number },
  { title: 'Дата документа', text: (one) => one.date, cell: (one) => <DateText value={one.date} /> },
  { title: 'Поступил', text: (one) => one.credited_on, cell: (one) => <DateText value={one.credited_on} /> },
  { title: 'Сумма', text: (one) => String(one.sum), cell: (one) => <Money value={one.sum} /> },
  { title: 'Плательщик', text: (one) => one.payer.name || 'Не указан' },
  { title: 'ИНН', text: (one) => one.payer.inn || 'Не указан' },
  { title: 'Счёт плательщика', text: (one) => one.payer.account || 'Не указан' },
  { title: 'Назначение', text: (one) => one.purpose },
  { title: 'Зачислен клиенту', text: (one) => one.company?.title ?? 'Никому' },
  { title: 'Файл', text: (one) => one.file?.name ?? 'Нет, пришёл по СБП' },
  {
    title: 'Загружен',
    text: (one) => one.came_at,
    cell: (one) => <DateText value={one.came_at} style="datetime" />,
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
          {sides.map((one, index) => (
            <th key={one.id} role="columnheader" scope="col">
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
            {sides.map((one, index) => (
              <td
                key={one.id}
                role="cell"
                className={joinClasses(index > 0 && text(one) !== text(payment) && styles.differs)}
              >
                {cell(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
