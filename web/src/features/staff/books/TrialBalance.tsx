import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readBooks, type Books } from '#contract/backoffice/books.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { parseDay } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { exportRows } from '../../../tables/export-rows.ts';
import { PLAIN_VIEW } from '../../../tables/table-view.ts';
import { FileMenu } from '../../../tables/TableTools.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import staff from '../../../staff/StaffList.module.css';
import { BANK_COLUMNS, FILE_COLUMNS, sideColumns } from './books-columns.tsx';
import { listAssets, listLiabilities, sumUp, type BooksRow } from './books-rows.ts';
import styles from './TrialBalance.module.css';

/** /staff/books: what the programme has and to whom it belongs, at the end of a day. */
export function TrialBalance() {
  const today = useToday();
  const [search] = useSearchParams();
  const date = parseDay(search.get('date')) ?? today;
  const read = useRead(readBooks, { query: date === today ? {} : { date } }, { keepPrevious: true });
  const partners = useRead(listPartners);
  const books = read.error ? undefined : read.data?.data;
  const titles = new Map((partners.data?.data ?? []).map(({ id, title }) => [id, title]));
  const sides = books && {
    assets: listAssets(books, date < today),
    liabilities: listLiabilities(books, titles),
  };
  return (
    <Stack gap="3" aria-busy={read.isPlaceholderData}>
      <Row between nowrap align="end" data-print="hide">
        <DayChoice date={date} today={today} />
        {sides && (
          <FileMenu
            save={(format) =>
              exportRows(format, {
                name: `Баланс программы ${formatDate(date)}`,
                columns: FILE_COLUMNS,
                rows: [...withTotal(sides.assets), ...withTotal(sides.liabilities)],
                view: PLAIN_VIEW,
              })
            }
          />
        )}
      </Row>
      {read.error && <LoadError onReload={() => void read.refetch()} message={read.error.message} />}
      {!books && !read.error && <TableSkeleton columns={2} count={12} />}
      {books && isEmpty(books) && (
        <EmptyState title="Денег ещё не было">
          Баланс появится, когда клиенты заплатят или банк пришлёт первую выписку.
        </EmptyState>
      )}
      {books && sides && !isEmpty(books) && (
        <>
          <Outcome books={books} />
          <div className={styles.sides}>
            <Stack gap="3">
              <Side title="Актив" rows={sides.assets} isPast={date < today} />
              <BankAccounts books={books} />
            </Stack>
            <Side title="Пассив" rows={sides.liabilities} isPast={date < today} />
          </div>
        </>
      )}
    </Stack>
  );
}

function DayChoice({ date, today }: { date: string; today: string }) {
  const write = useWriteAddress();
  const [typed, setTyped] = useState<string | null>(null);
  const isAhead = typed !== null && parseDay(typed) !== undefined && typed > today;
  const change = (value: string) => {
    const day = parseDay(value);
    if (!day || day > today) return setTyped(value);
    setTyped(null);
    write({ date: day === today ? null : day });
  };
  return (
    <div className={styles.day}>
      <DayField
        label="На конец дня"
        value={typed ?? date}
        error={isAhead ? 'Этот день ещё не наступил' : undefined}
        onChange={change}
      />
    </div>
  );
}

function Outcome({ books }: { books: Books }) {
  const { difference, networks } = books;
  const nothingPaid = networks.length > 0 && networks.every(({ paid }) => paid === 0);
  const day = formatDate(books.date);
  return (
    <>
      {difference === 0 ? (
        <Notice tone="go" title={`Баланс на ${day} сходится`}>
          Каждый рубль, который заплатили клиенты, лежит на их счетах, причитается сетям или стал доходом либо
          скидкой программы.
        </Notice>
      ) : (
        <Notice tone="error" title={`Баланс на ${day} не сходится на ${formatMoney(Math.abs(difference))}`}>
          {difference > 0
            ? 'Клиенты заплатили больше, чем числится на счетах.'
            : 'На счетах числится больше, чем заплатили клиенты.'}{' '}
          Запустите сверку учёта: она назовёт счёт и движение.
        </Notice>
      )}
      {nothingPaid && (
        <p className={staff.quiet}>
          Платежей сетям в выписках пока нет: портал узнаёт их по ИНН сети, его указывают в «Расчётах с
          сетями».
        </p>
      )}
    </>
  );
}

type SideProps = { title: string; rows: readonly BooksRow[]; isPast: boolean };

function Side({ title, rows, isPast }: SideProps) {
  return (
    <Panel title={title} variant="flush">
      <DataTable
        caption={title}
        columns={sideColumns(isPast)}
        rows={rows}
        rowKey={(row) => row.key}
        footer={{ title: 'Итого', sum: <Money value={sumUp(rows.map(({ sum }) => sum))} /> }}
      />
    </Panel>
  );
}

/** The bank's accounts also hold the programme's own money, so they need not equal what clients have paid. */
function BankAccounts({ books: { bank } }: { books: Books }) {
  return (
    <Stack gap="1">
      <Panel title="Счета в банке" variant="flush">
        <DataTable caption="Счета в банке" columns={BANK_COLUMNS} rows={bank} rowKey={(row) => row.account} />
      </Panel>
      <p className={staff.quiet}>
        На счетах лежат и собственные деньги программы, поэтому их остаток не обязан равняться деньгам
        клиентов.
      </p>
    </Stack>
  );
}

function withTotal(rows: readonly BooksRow[]): BooksRow[] {
  const side = rows[0]?.side ?? 'Актив';
  const sum = sumUp(rows.map((row) => row.sum));
  return [...rows, { key: `${side}-total`, side, part: '', title: 'Итого', sum, to: null, isOfToday: false }];
}

function isEmpty(books: Books): boolean {
  const { clients, networks, programme, received, unplaced, bank, difference } = books;
  const sums = [...Object.values(clients), ...Object.values(programme), received, unplaced, difference];
  return (
    networks.length === 0 &&
    sums.every((sum) => sum === 0) &&
    bank.every(({ balance, by_bank: byBank }) => balance === 0 && byBank === null)
  );
}
