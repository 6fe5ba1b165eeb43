import { lazy, Suspense, useMemo } from 'react';
import { listCards } from '#contract/cards.ts';
import type { MetaOf } from '#contract/endpoint.ts';
import { summarizeOperations } from '#contract/operations.ts';
import { offeredIds, useRead } from '../../state/use-call.ts';
import { arrange } from '../../tables/arrange.ts';
import { TableTools } from '../../tables/TableTools.tsx';
import { useTableView } from '../../tables/use-table-view.ts';
import { cardChoices } from '../../cards/card-choices.ts';
import { formatDate } from '../../lib/format.ts';
import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { rowTitle, sideInSentence, type SummaryRow } from './summary-rows.ts';
import { SummaryFiles } from './SummaryFiles.tsx';
import { SummaryFilters } from './SummaryFilters.tsx';
import { summaryColumns, SummaryTable } from './SummaryTable.tsx';
import { summaryQuery, useSummaryFilters, type SummaryFilters as Filters } from './use-summary-filters.ts';
import styles from './SummaryReports.module.css';

const SummaryChart = lazy(() => import('./SummaryChart.tsx'));

const ROWS_A_PAGE = 50;
/** Nobody compares more bars than this. */
const MOST_BARS = 10;
const MOST_MONTHS = 36;

/** «Сводные отчеты»: fuel expenses grouped one way, as bars and as a table with totals. */
export function SummaryReports() {
  const cards = useRead(listCards);
  const [filters, change] = useSummaryFilters(offeredIds(cards));
  const read = useRead(summarizeOperations, { query: summaryQuery(filters) });
  const found = read.data;
  const choices = useMemo(() => cardChoices(cards.data?.data ?? []), [cards.data]);
  const names = useMemo(() => new Map(choices.map(({ id, label }) => [String(id), label])), [choices]);

  return (
    <Stack gap="3">
      <SummaryFilters filters={filters} onChange={change} cards={choices} />
      <p data-print="only">
        Топливо: {sideInSentence(filters.by)}, {formatDate(filters.from)} – {formatDate(filters.to)}
        {filters.cardId !== undefined &&
          `, карта ${choices.find(({ id }) => id === filters.cardId)?.label ?? ''}`}
      </p>
      {read.error && <Failed error={read.error} onReload={() => void read.refetch()} />}
      {!found && !read.error && <TableSkeleton columns={5} />}
      {found?.data.length === 0 && (
        <EmptyState
          title="Заправок за этот период нет"
          action={<TextLink to={paths.cardTransactions()}>Все операции</TextLink>}
        >
          Здесь будет, сколько и где потрачено на топливо. Выберите другой период или другую карту.
        </EmptyState>
      )}
      {found && found.data.length > 0 && (
        <Found filters={filters} change={change} rows={found.data} meta={found.meta} names={names} />
      )}
    </Stack>
  );
}

type FoundProps = {
  filters: Filters;
  change: (change: Partial<Filters>) => void;
  rows: readonly SummaryRow[];
  meta: MetaOf<typeof summarizeOperations>;
  names: ReadonlyMap<string, string>;
};

function Found({ filters, change, rows, meta, names }: FoundProps) {
  const printing = useMedia('print');
  const { by, from, to, cardId } = filters;
  const columns = useMemo(
    () => summaryColumns({ by, from, to, cardId }, names),
    [by, from, to, cardId, names],
  );
  const control = useTableView('summary', columns);
  const sorted = useMemo(() => arrange(columns, rows, control.view).rows, [columns, rows, control.view]);
  const totalPages = Math.ceil(sorted.length / ROWS_A_PAGE);
  const page = Math.min(filters.page, totalPages);
  // Paper has room for all rows.
  const shown = printing ? sorted : sorted.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return (
    <>
      <Chart filters={filters} change={change} rows={rows} names={names} />
      <Row between>
        <TextLink to={paths.cardTransactions()} data-print="hide">
          Все операции
        </TextLink>
        <Row gap="2">
          <TableTools
            columns={columns}
            control={control}
            fileName={`Топливо ${sideInSentence(filters.by)}`}
            rows={() => rows}
          />
          <SummaryFiles filters={filters} />
        </Row>
      </Row>
      {filters.by === 'driver' && (
        <p className={styles.quiet}>Заправки отнесены к водителям, которые прикреплены к карте сейчас.</p>
      )}
      {meta.rows > rows.length && (
        <p className={styles.quiet}>
          Показаны {rows.length - 1} самых крупных из {meta.rows}, остальные сложены в последнюю строку. В
          файле CSV есть все.
        </p>
      )}
      <Panel variant="flush">
        <SummaryTable by={filters.by} columns={columns} rows={shown} totals={meta.totals} control={control} />
      </Panel>
      {!printing && (
        <Pagination page={page} totalPages={totalPages} onChange={(next) => change({ page: next })} />
      )}
    </>
  );
}

function Chart({ filters, change, rows, names }: Omit<FoundProps, 'meta'>) {
  const { by, measure } = filters;
  const upright = by === 'month';
  const named = rows.filter((row) => row.key !== null);
  const chosen = upright
    ? named.slice(-MOST_MONTHS)
    : named.toSorted((one, other) => other[measure] - one[measure]).slice(0, MOST_BARS);
  const title = `${measure === 'sum' ? 'Сумма' : 'Литры'} ${sideInSentence(by)}`;
  return (
    <Panel
      data-print="hide"
      title={named.length > chosen.length && !upright ? `${title}: ${MOST_BARS} самых крупных` : title}
      action={
        <Segmented
          label="На графике"
          labelHidden
          value={measure}
          onChange={(next) => change({ measure: next, page: filters.page })}
          options={[
            { value: 'sum', label: 'Рубли' },
            { value: 'litres', label: 'Литры' },
          ]}
        />
      }
    >
      <Suspense fallback={<div className={styles.chartToCome} />}>
        <SummaryChart
          upright={upright}
          measure={measure}
          bars={chosen.map((row) => ({
            name: upright ? monthName(row.title) : rowTitle(by, row, names),
            value: row[measure],
          }))}
        />
      </Suspense>
    </Panel>
  );
}

/** `09.26`: twelve of them fit side by side on a phone. */
function monthName(month: string): string {
  return `${month.slice(5)}.${month.slice(2, 4)}`;
}

/** An invalid period is not a failure: the sentence says what to change. */
function Failed({ error, onReload }: { error: { code: number; message: string }; onReload: () => void }) {
  return error.code === 400 || error.code === 404 ? (
    <Notice tone="warn">{error.message}</Notice>
  ) : (
    <LoadError onReload={onReload} message={error.message} />
  );
}
