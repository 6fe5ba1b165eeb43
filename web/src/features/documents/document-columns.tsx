import { capitalized, formatDate } from '../../lib/format.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../tables/usual-columns.tsx';
import { DocumentActions, type DocumentDeed } from './DocumentActions.tsx';
import { DocumentStatus, statusWords } from './DocumentStatus.tsx';
import { shortTitle, type MonthlyDocument } from './monthly-document.ts';
import styles from './DocumentList.module.css';

/** The columns of the documents; `onDeed` opens the dialogue of a deed. */
export function documentColumns(
  mayConfirm: boolean,
  onDeed: (deed: DocumentDeed, document: MonthlyDocument) => void,
): readonly Column<MonthlyDocument>[] {
  return [
    {
      key: 'title',
      header: 'Документ',
      narrow: 'title',
      fixed: true,
      value: (one) => one.title,
      cell: (one) => (
        <TwoLines cut below={one.partner_title}>
          <span title={one.title} data-desk>
            {one.title}
          </span>
          <span className={styles.short} data-phone>
            {shortTitle(one)}
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
      value: (one) => one.month,
      cell: (one) => capitalized(formatDate(one.month, 'month')),
    },
    extraColumn({ key: 'network', header: 'Сеть', width: 140, value: (one) => one.partner_title }),
    dateColumn({
      key: 'published',
      header: 'Опубликован',
      narrow: 'hidden',
      extra: true,
      width: 120,
      value: (one) => one.published,
    }),
    moneyColumn({
      key: 'sum',
      header: 'Сумма с НДС',
      narrow: 'aside',
      width: 132,
      value: (one) => one.sum,
    }),
    moneyColumn({ key: 'vat', header: 'НДС', narrow: 'hidden', width: 120, value: (one) => one.vat }),
    {
      key: 'status',
      header: 'Состояние',
      narrow: 'second',
      width: 232,
      value: statusWords,
      cell: (one) => <DocumentStatus document={one} />,
    },
    {
      key: 'actions',
      header: 'Действия',
      headerHidden: true,
      narrow: 'menu',
      width: 112,
      cell: (one) => <DocumentActions document={one} mayConfirm={mayConfirm} onDeed={onDeed} />,
    },
  ];
}
