import type { Books } from '#contract/backoffice/books.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money, NoMoney } from '../../../ui/text/Money.tsx';
import type { BooksRow } from './books-rows.ts';

type BankRow = Books['bank'][number];

/** Columns of one side. Below a row of a past day stands that its list is the one of today. */
export const sideColumns = (isPast: boolean): readonly Column<BooksRow>[] => [
  {
    key: 'title',
    header: 'Статья',
    narrow: 'title',
    fixed: true,
    cell: (row) => (
      <TwoLines below={isPast && row.isOfToday ? `${row.part}, список на сегодня` : row.part}>
        {row.to === null ? row.title : <RowLink to={row.to}>{row.title}</RowLink>}
      </TwoLines>
    ),
  },
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
    narrow: 'aside',
    width: 200,
    cell: (row) => <Money value={row.sum} />,
  },
];

/** Columns of the file, which has both sides below each other. */
export const FILE_COLUMNS: readonly Column<BooksRow>[] = [
  { key: 'side', header: 'Сторона', value: (row) => row.side, cell: (row) => row.side },
  { key: 'part', header: 'Раздел', value: (row) => row.part, cell: (row) => row.part },
  { key: 'title', header: 'Статья', value: (row) => row.title, cell: (row) => row.title },
  moneyColumn({ key: 'sum', header: 'Сумма, ₽', value: (row) => row.sum }),
];

export const BANK_COLUMNS: readonly Column<BankRow>[] = [
  {
    key: 'account',
    header: 'Счёт',
    narrow: 'title',
    fixed: true,
    cell: (row) => <RowLink to={`${paths.staffPayments}?tab=balances`}>{row.account}</RowLink>,
  },
  {
    key: 'balance',
    header: 'По нашим документам',
    align: 'end',
    narrow: 'line',
    cell: (row) => <Money value={row.balance} />,
  },
  {
    key: 'by_bank',
    header: 'По данным банка',
    align: 'end',
    narrow: 'line',
    cell: (row) =>
      row.by_bank === null ? (
        <NoMoney />
      ) : (
        <TwoLines below={row.by_bank_on && <DateText value={row.by_bank_on} />}>
          <Money value={row.by_bank} />
        </TwoLines>
      ),
  },
];
