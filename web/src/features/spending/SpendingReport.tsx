import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { summarizeOperations } from '#contract/spending.ts';
import { useSubjectChoices } from '../../cards/use-subject-choices.ts';
import { formatSubject } from '../../cards/subject-fields.ts';
import { useRead } from '../../state/use-call.ts';
import { arrange } from '../../tables/arrange.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { TableTools } from '../../tables/TableTools.tsx';
import { useTableView } from '../../tables/use-table-view.ts';
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
import { TextLink } from '../../ui/TextLink.tsx';
import { goIntoRow } from './go-into-row.ts';
import { MonthColumns } from './MonthColumns.tsx';
import { hasRuns, spendingColumns, spendingFooter } from './spending-columns.tsx';
import { sideInSentence, type SpendingMeta, type SpendingRow } from './spending-rows.ts';
import { SpendingFacts } from './SpendingFacts.tsx';
import { SpendingFiles } from './SpendingFiles.tsx';
import { SpendingFilters } from './SpendingFilters.tsx';
import {
  addressWith,
  operationsSearch,
  spendingQuery,
  useSpendingFilters,
  type SpendingFilters as Filters,
} from './use-spending-filters.ts';
import styles from './SpendingReport.module.css';

const ROWS_A_PAGE = 50;

/** «Сводные отчеты»: fuel spending, grouped one way, beside the period before. A click on a row opens it. */
export function SpendingReport() {
  const choices = useSubjectChoices();
  const [filters, change] = useSpendingFilters(choices);
  const read = useRead(summarizeOperations, { query: spendingQuery(filters) });
  const found = read.error ? undefined : read.data;
  const names = useMemo(
    () => new Map(choices.cards.map(({ value, label }) => [value, label])),
    [choices.cards],
  );
  const operations = `${paths.cardTransactions()}${operationsSearch(filters)}`;

  return (
    <Stack gap="3">
      <SpendingFilters filters={filters} onChange={change} choices={choices} />
      <p data-print="only">
        Расходы на топливо {sideInSentence(filters.by)}, {formatDate(filters.from)} – {formatDate(filters.to)}
        {formatSubject(filters, choices).map((text) => `, ${text}`)}
      </p>
      {read.error && <Failed error={read.error} onReload={() => void read.refetch()} />}
      {!found && !read.error && <TableSkeleton columns={5} />}
      {found?.data.length === 0 && (
        <EmptyState
          title="Заправок за этот период нет"
          action={<TextLink to={operations}>Все операции</TextLink>}
        >
          Здесь будет, сколько и где потрачено на топливо. Выберите другой период или снимите фильтры.
        </EmptyState>
      )}
      {found && found.data.length > 0 && (
        <Stack gap="3">
          <SpendingFacts meta={found.meta} period={filters} />
          <Found filters={filters} change={change} rows={found.data} meta={found.meta} names={names} />
        </Stack>
      )}
    </Stack>
  );
}

type FoundProps = {
  filters: Filters;
  change: (change: Partial<Filters>) => void;
  rows: readonly SpendingRow[];
  meta: SpendingMeta;
  names: ReadonlyMap<string, string>;
};

function Found({ filters, change, rows, meta, names }: FoundProps) {
  const printing = useMedia('print');
  const [search] = useSearchParams();
  const { by } = filters;
  const getPath = (row: SpendingRow) => placeAfter(filters, row, search);
  const columns = spendingColumns({ by, names, rows, placeOf: getPath });
  const control = useTableView('summary', columns);
  const sorted = arrange(columns, rows, control.view).rows;
  const totalPages = Math.ceil(sorted.length / ROWS_A_PAGE);
  const page = Math.min(filters.page, totalPages);
  // A printed page has room for all rows.
  const shown = printing ? sorted : sorted.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return (
    <>
      {by === 'month' && rows.length > 1 && (
        <Panel data-print="hide">
          <MonthColumns rows={rows} placeOf={getPath} />
        </Panel>
      )}
      <Row between>
        <TextLink to={`${paths.cardTransactions()}${operationsSearch(filters)}`} data-print="hide">
          Все операции
        </TextLink>
        <Row gap="2">
          <TableTools columns={columns} control={control} />
          <SpendingFiles filters={filters} />
        </Row>
      </Row>
      {by === 'driver' && (
        <p className={styles.quiet}>
          Заправки отнесены к водителям, которые были прикреплены к карте в то время.
        </p>
      )}
      {hasRuns(by) && (
        <p className={styles.quiet}>
          Заправки отнесены к машинам, на которых карта была в то время, и к их тогдашним группам. Пробег и
          расход — по одометрам, между показаниями, без других фильтров.
        </p>
      )}
      {meta.rows > rows.length && (
        <p className={styles.quiet}>
          Показаны {rows.length - 1} самых крупных из {meta.rows}, остальные сложены в последнюю строку. В
          файлах есть все.
        </p>
      )}
      <Panel variant="flush">
        <DataTable
          caption={`Топливо ${sideInSentence(by)}`}
          columns={columns}
          rows={shown}
          rowKey={(row) => row.key ?? 'rest'}
          control={control}
          inOrder
          footer={spendingFooter(by, meta.totals)}
        />
      </Panel>
      {!printing && (
        <Pagination page={page} totalPages={totalPages} onChange={(next) => change({ page: next })} />
      )}
    </>
  );
}

/**
 * Returns where a click on a row leads: to the report of that row, or to its operations if there is nothing more to
 * group.
 */
function placeAfter(filters: Filters, row: SpendingRow, search: URLSearchParams): string | null {
  const part = goIntoRow(filters, row);
  if (!part) return null;
  if (part.by) return addressWith(search, part);
  return `${paths.cardTransactions()}${operationsSearch({ ...filters, ...part })}`;
}

/** An invalid period is not a failure. The sentence explains what to change. */
function Failed({ error, onReload }: { error: { code: number; message: string }; onReload: () => void }) {
  return error.code === 400 || error.code === 404 ? (
    <Notice tone="warn">{error.message}</Notice>
  ) : (
    <LoadError onReload={onReload} message={error.message} />
  );
}
