import { useMemo } from 'react';
import type { z } from 'zod';
import { listCards } from '#contract/cards/cards.ts';
import { readStatement, MAX_STATEMENT_PDF_MOVEMENTS, type statement } from '#contract/money/statement.ts';
import { STATEMENT_DAYS } from '#contract/money/statement-days.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { useSession } from '../../../server/session.ts';
import { offeredIds, useRead } from '../../../state/use-call.ts';
import { arrange } from '../../../tables/arrange.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView, type ViewControl } from '../../../tables/use-table-view.ts';
import { cardChoices } from '../../../cards/card-choices.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useAfterPaint } from '../../../lib/use-after-paint.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useToday } from '../../../lib/use-today.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import type { Option } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatementFiles } from './StatementFiles.tsx';
import { StatementFilters } from './StatementFilters.tsx';
import { STATEMENT_COLUMNS, type Movement } from './statement-columns.tsx';
import { statementQuery, useStatementFilters } from './use-statement-filters.ts';
import styles from './StatementReport.module.css';

type Statement = z.infer<typeof statement>;

const ROWS_A_PAGE = 100;
const XLSX_ALONE = ['xlsx'] as const;

/** «Выписка по счёту»: opening balance, money in, money out and closing balance, for any period and any place. */
export function StatementReport() {
  const { places, known } = usePlaces();
  const control = useTableView('statement', STATEMENT_COLUMNS);
  const [filters, change] = useStatementFilters(known ? places.map(({ value }) => value) : ANY_PLACE);
  const read = useRead(readStatement, { query: statementQuery(filters) }, { keepPrevious: true });
  const found = read.data?.data;
  // Even with more movements than anyone reads, the sums are shown.
  const request = { query: { ...statementQuery(filters), sums: '1' as const } };
  const sums = useRead(readStatement, request, { enabled: !found && read.error?.code === 400 }).data?.data;

  return (
    <Stack gap="3">
      <StatementFilters filters={filters} onChange={change} places={places} />
      {read.error && <ReportFailed error={read.error} onReload={() => void read.refetch()} />}
      {!found && !read.error && <TableSkeleton columns={4} />}
      {!found && read.error && sums && <Balances statement={sums} />}
      {found && (
        <Stack gap="3" aria-busy={read.isPlaceholderData}>
          <Printed statement={found} page={filters.page} />
          <Balances statement={found} />
          <Row gap="2">
            <p className={styles.count}>Движений за период: {formatNumber(found.movements.length)}</p>
            <TableTools
              list="statement"
              columns={STATEMENT_COLUMNS}
              control={control}
              fileName="Движения"
              // «Скачать CSV» beside it has the same.
              formats={XLSX_ALONE}
              rows={() => found.movements}
            />
            <StatementFiles filters={filters} movements={found.movements.length} />
          </Row>
          <Movements
            statement={found}
            control={control}
            page={filters.page}
            onPage={(page) => change({ page })}
          />
          <p className={styles.quiet}>{STATEMENT_DAYS}</p>
        </Stack>
      )}
    </Stack>
  );
}

type MovementsProps = {
  statement: Statement;
  control: ViewControl;
  page: number;
  onPage: (page: number) => void;
};

function Movements({ statement: { movements: listed }, control, page, onPage }: MovementsProps) {
  const view = useAfterPaint(control.view);
  const movements = useMemo(() => arrange(STATEMENT_COLUMNS, listed, view).rows, [listed, view]);
  const { shown, totalPages } = getPage(movements, page);
  const whole = useMedia('print') && isPrintedWhole(movements);
  const rows = useMemo(
    () => markDays(whole ? movements : movements.slice((shown - 1) * ROWS_A_PAGE, shown * ROWS_A_PAGE)),
    [movements, whole, shown],
  );
  if (movements.length === 0) {
    return (
      <EmptyState title="Движений нет">
        За этот период деньги не двигались. Выберите другой период.
      </EmptyState>
    );
  }
  return (
    <>
      <Panel variant="flush">
        <DataTable
          caption="Движения средств"
          columns={STATEMENT_COLUMNS}
          rowKey={(item) => item.id}
          control={control}
          inOrder
          fit
          rows={rows}
        />
      </Panel>
      <Pagination page={shown} totalPages={totalPages} onChange={onPage} />
    </>
  );
}

/** Marks the rows of a day after its first one, whose date stands there already. */
function markDays(movements: readonly Movement[]): Movement[] {
  return movements.map((movement, index) => {
    const before = movements[index - 1];
    return {
      ...movement,
      isSameDay: before !== undefined && formatDate(before.at) === formatDate(movement.at),
    };
  });
}

/** A printed page has room for as many movements as the PDF. */
function isPrintedWhole(movements: readonly unknown[]): boolean {
  return movements.length <= MAX_STATEMENT_PDF_MOVEMENTS;
}

/**
 * Shows the filters on the printed page, where the controls are absent. Of a very long list only one page is printed.
 */
function Printed({ statement: one, page }: { statement: Statement; page: number }) {
  const { shown, totalPages } = getPage(one.movements, page);
  return (
    <p data-print="only">
      Движения с {formatDate(one.date_from)} по {formatDate(one.date_to)}
      {!isPrintedWhole(one.movements) && `, страница ${shown} из ${totalPages}. Все движения — в файле CSV`}
    </p>
  );
}

function getPage(movements: readonly unknown[], page: number): { shown: number; totalPages: number } {
  const totalPages = Math.max(1, Math.ceil(movements.length / ROWS_A_PAGE));
  return { shown: Math.min(page, totalPages), totalPages };
}

function Balances({ statement }: { statement: Statement }) {
  return (
    <>
      <StatementTotals statement={statement} />
      {statement.place.kind === 'unallocated' && <WithoutCredit />}
    </>
  );
}

function StatementTotals({ statement: one }: { statement: Statement }) {
  const today = useToday();
  return (
    <Panel title={one.place.title}>
      <dl className={styles.sums}>
        <div>
          <dt>Остаток на начало {formatDate(one.date_from)}</dt>
          <dd>
            <Money value={one.opening} />
          </dd>
        </div>
        <div>
          <dt>Поступило</dt>
          <dd>
            <Money value={one.came_in} />
          </dd>
        </div>
        <div>
          <dt>Списано</dt>
          <dd>
            <Money value={one.went_out} />
          </dd>
        </div>
        <div>
          <dt>
            Остаток на {one.date_to > today ? <TodayNote day={today} /> : `конец ${formatDate(one.date_to)}`}
          </dt>
          <dd>
            <Money value={one.closing} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/**
 * Explains that the balances beside the cards add unused credit to the funds of this name. It can be moved, but has not
 * been paid in.
 */
function WithoutCredit() {
  const credit = useSession().profile?.company?.client?.creditSum ?? 0;
  if (credit === 0) return null;
  return (
    <p className={styles.quiet}>
      Кредит сюда не входит. На странице «Мои карты» нераспределённые средства показаны вместе с тем, что
      доступно в кредит.
    </p>
  );
}

/** Shows «сегодня» on the screen and the date in print, which outlives the day. */
function TodayNote({ day }: { day: string }) {
  return (
    <>
      <span data-print="hide">сегодня</span>
      <span data-print="only">{formatDate(day)}</span>
    </>
  );
}

/** An invalid period is not a failure. The sentence explains what to change. */
function ReportFailed({
  error,
  onReload,
}: {
  error: { code: number; message: string };
  onReload: () => void;
}) {
  return error.code === 400 ? (
    <Notice tone="warn">{error.message}</Notice>
  ) : (
    <LoadError onReload={onReload} message={error.message} />
  );
}

/** Form of a valid place, used while the places are loading. */
const ANY_PLACE = /^(unallocated|(network|card):[1-9]\d{0,14})$/;

/** The places to choose from, and whether all of them are known by now. */
function usePlaces(): { places: Option[]; known: boolean } {
  const partners = useRead(listPartners);
  const cards = useRead(listCards);
  const places = useMemo(
    () => [
      { value: 'unallocated', label: 'Нераспределённые средства' },
      ...(partners.data?.data ?? []).map(({ id, title }) => ({
        value: `network:${id}`,
        label: `Счёт сети «${title}»`,
      })),
      ...cardChoices(cards.data?.data ?? []).map(({ id, label }) => ({
        value: `card:${id}`,
        label: `Карта ${label}`,
      })),
    ],
    [partners.data, cards.data],
  );
  return { places, known: offeredIds(partners) !== null && offeredIds(cards) !== null };
}
