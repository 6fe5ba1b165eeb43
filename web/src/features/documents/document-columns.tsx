import { capitalized, formatDate } from '../../lib/format.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../tables/usual-columns.tsx';
import { DocumentActions, type DocumentAction } from './DocumentActions.tsx';
import { DocumentStatus, formatStatus } from './DocumentStatus.tsx';
import { shortTitle, type MonthlyDocument } from './monthly-document.ts';
import styles from './DocumentList.module.css';

/** The columns of the documents; `onDeed` opens the dialogue of an action. */
export function documentColumns(
  mayConfirm: boolean,
  onAction: (action: DocumentAction, document: MonthlyDocument) => void,
): readonly Column<MonthlyDocument>[] {
  return [
    {
      key: 'title',
      header: 'Документ',
      narrow: 'title',
      fixed: true,
      value: (monthlyDocument) => monthlyDocument.title,
      cell: (monthlyDocument) => (
        <TwoLines cut below={monthlyDocument.partner_title}>
          <span title={monthlyDocument.title} data-desk>
            {monthlyDocument.title}
          </span>
          <span className={styles.short} data-phone>
            {shortTitle(monthlyDocument)}
          </span>
        </TwoLines>
      ),
    },
    {
      key: 'month',
      header: 'Месяц',
      narrow: 'hidden',
      width: 132,
      roomy: true,
      value: (monthlyDocument) => monthlyDocument.month,
      cell: (monthlyDocument) => capitalized(formatDate(monthlyDocument.month, 'month')),
    },
    extraColumn({ key: 'network', header: 'Сеть', width: 140, value: (item) => item.partner_title }),
    dateColumn({
      key: 'published',
      header: 'Опубликован',
      narrow: 'hidden',
      extra: true,
      width: 120,
      value: (item) => item.published,
    }),
    moneyColumn({
      key: 'sum',
      header: 'Сумма с НДС',
      narrow: 'aside',
      width: 132,
      value: (item) => item.sum,
    }),
    moneyColumn({ key: 'vat', header: 'НДС', narrow: 'hidden', width: 120, value: (item) => item.vat }),
    {
      key: 'status',
      header: 'Состояние',
      narrow: 'second',
      width: 232,
      value: formatStatus,
      cell: (monthlyDocument) => <DocumentStatus document={monthlyDocument} />,
    },
    {
      key: 'actions',
      header: 'Действия',
      headerHidden: true,
      narrow: 'menu',
      width: 112,
      cell: (monthlyDocument) => (
        <DocumentActions document={monthlyDocument} mayConfirm={mayConfirm} onDeed={onAction} />
      ),
    },
  ];
}
