import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { readClientStatement } from '#contract/companies/client-account.ts';
import type { statementMovement } from '#contract/money/statement.ts';
import { splitPurchase } from '../../../cards/split-purchase.ts';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { glueNumbers } from '../../../lib/format.ts';
import { parseDay } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Fact } from './ClientHero.tsx';
import styles from './Clients.module.css';

type Movement = z.infer<typeof statementMovement>;

/** The statement of all the client's money, as he reads it himself. The default period is the current Moscow month. */
export function ClientStatement({ companyId }: { companyId: number }) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const today = useToday();
  const from = parseDay(search.get('from')) ?? `${today.slice(0, 7)}-01`;
  const to = parseDay(search.get('to')) ?? today;
  const period = usePeriod(
    { dateFrom: from, dateTo: to },
    ({ dateFrom, dateTo }) => write({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  const read = useRead(
    readClientStatement,
    { params: { id: companyId }, query: { date_from: from, date_to: to } },
    { keepPrevious: true },
  );
  const statement = read.data?.data;
  return (
    <Stack gap="3" aria-busy={read.isPlaceholderData}>
      <FilterBar label="Период выписки" first={<PeriodFields period={period} />} />
      {!statement && read.error && (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      )}
      {!statement && !read.error && <TableSkeleton columns={4} />}
      {statement && (
        <Panel variant="flush">
          <dl className={styles.totals} aria-label="Итоги выписки">
            <Fact name="На начало">
              <Money value={statement.opening} />
            </Fact>
            <Fact name="Поступило">
              <Money value={statement.came_in} />
            </Fact>
            <Fact name="Списано">
              <Money value={statement.went_out} />
            </Fact>
            <Fact name="На конец">
              <Money value={statement.closing} />
            </Fact>
          </dl>
          {statement.movements.length === 0 ? (
            <EmptyState title="Движений за этот период не было" />
          ) : (
            <DataTable
              fit
              caption="Выписка клиента"
              columns={COLUMNS}
              rows={statement.movements}
              rowKey={(item) => item.id}
            />
          )}
        </Panel>
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<Movement>[] = [
  dateColumn({ key: 'at', header: 'Дата', kind: 'moment', width: 164, value: (item) => item.at }),
  {
    key: 'what',
    header: 'Содержание',
    narrow: 'title',
    fixed: true,
    value: (item) => item.description,
    cell: (item) => {
      const { what, place } = splitPurchase(item.description);
      // Accounts come first: a narrow row cuts off the end of an address, never a card.
      const below = [`${item.from} → ${item.to}`, place].filter(Boolean).join(' · ');
      return (
        <TwoLines cut="row" below={glueNumbers(below)}>
          {glueNumbers(what)}
        </TwoLines>
      );
    },
  },
  moneyColumn({
    key: 'sum',
    header: 'Сумма',
    narrow: 'aside',
    width: 150,
    value: (item) => item.sum,
    cell: (item) => <Money value={item.sum} signed />,
  }),
  moneyColumn({
    key: 'balance',
    header: 'Остаток',
    narrow: 'line',
    width: 150,
    value: (item) => item.balance,
  }),
];
