import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { summarizeOperations, SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import { useSubjectChoices, type SubjectChoices } from '../../../cards/use-subject-choices.ts';
import { formatSubject, markRareFields, subjectFields } from '../../../cards/subject-fields.ts';
import { arrange } from '../../../tables/arrange.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { isShownOffline, ListState } from '../../../tables/states/ListState.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { formatDate } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useToday } from '../../../lib/use-today.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { drillDown } from './drill-down.ts';
import { MonthColumns } from './MonthColumns.tsx';
import { useLegendNetworks, type Legend } from './NetworkLegend.tsx';
import { hasRuns, spendingColumns, spendingFooter } from './spending-columns.tsx';
import { formatSideInSentence, type SpendingMeta, type SpendingRow, SIDE_LABELS } from './spending-rows.ts';
import { SpendingFiles } from './SpendingFiles.tsx';
import { useSpending } from './use-spending.ts';
import {
  addressWith,
  operationsSearch,
  spendingQuery,
  useSpendingFilters,
  type SpendingFilters as Filters,
  NOTHING_CHOSEN,
} from './use-spending-filters.ts';
import styles from './SpendingReport.module.css';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { counted } from '#contract/values/counted.ts';
import { CARD_FORMS } from '../../../cards/describe-card.ts';
import { Litres, Money, NoMoney } from '../../../ui/text/Money.tsx';
import { formatComparison, formatPercent } from './format-comparison.ts';

const ROWS_A_PAGE = 50;

/** «Сводные отчеты»: fuel spending, grouped one way, beside the period before. A click on a row opens it. */
export function SpendingReport() {
  const choices = useSubjectChoices();
  const [filters, change] = useSpendingFilters(choices);
  const { read, answer, storedAt } = useSpending(spendingQuery(filters));
  const isOffline = isShownOffline(read) || storedAt !== undefined;
  const found = read.error && !isOffline ? undefined : answer;
  const names = useMemo(
    () => new Map(choices.cards.map(({ value, label }) => [value, label])),
    [choices.cards],
  );
  const networks = useLegendNetworks(found?.data, filters.partnerId, choices.partners);
  const operations = `${paths.cardTransactions()}${operationsSearch(filters)}`;

  return (
    <Stack gap="3">
      <SpendingFilters filters={filters} onChange={change} choices={choices} />
      <p data-print="only">
        Расходы на топливо {formatSideInSentence(filters.by)}, {formatDate(filters.from)} –{' '}
        {formatDate(filters.to)}
        {formatSubject(filters, choices).map((text) => `, ${text}`)}
      </p>
      {isOffline && <ListState of={summarizeOperations} read={read} what="Отчёт" storedAt={storedAt} />}
      {read.error && !isOffline && <ReportFailed error={read.error} onReload={() => void read.refetch()} />}
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
          <SpendingResult
            filters={filters}
            change={change}
            rows={found.data}
            meta={found.meta}
            names={names}
            networks={networks}
          />
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
  /** Networks of the legend. */
  networks: Legend['networks'];
};

function SpendingResult({ filters, change, rows, meta, names, networks }: FoundProps) {
  const printing = useMedia('print');
  const today = useToday();
  const [search] = useSearchParams();
  const { by } = filters;
  const getPath = (row: SpendingRow) => placeAfter(filters, row, search);
  const hasChart = by === 'month' && rows.length > 1;
  const columns = spendingColumns({ by, names, rows, getPlace: getPath, hasChart });
  const control = useTableView('summary', columns);
  const sorted = arrange(columns, rows, control.view).rows;
  const totalPages = Math.ceil(sorted.length / ROWS_A_PAGE);
  const page = Math.min(filters.page, totalPages);
  // A printed page has room for all rows.
  const shown = printing ? sorted : sorted.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return (
    <>
      {hasChart && (
        <Panel data-print="hide">
          <MonthColumns
            rows={rows}
            meta={meta}
            period={{ from: filters.from, until: filters.to < today ? filters.to : today }}
            getPlace={getPath}
            legend={{
              networks,
              chosen: filters.partnerId,
              onChoose: (partnerId) => change({ partnerId }),
            }}
          />
        </Panel>
      )}
      {/* On a phone the tools of the table share the line of the link. */}
      <Row gap="2">
        <TextLink
          to={`${paths.cardTransactions()}${operationsSearch(filters)}`}
          className={styles.lead}
          data-print="hide"
        >
          Все операции
        </TextLink>
        <TableTools columns={columns} control={control} />
        <SpendingFiles filters={filters} />
      </Row>
      {by === 'driver' && (
        <p className={styles.quiet}>
          Заправки отнесены к водителям, которые были прикреплены к карте в то время.
        </p>
      )}
      {hasRuns(by) && (
        <p className={styles.quiet}>
          Заправки отнесены к машинам, на которых карта была в то время, и к группам этих машин на тот день.
          Пробег и расход — по одометрам, между показаниями, без других фильтров.
        </p>
      )}
      {meta.rows > rows.length && (
        <p className={styles.quiet}>
          Показаны {rows.length - 1} самых крупных из {meta.rows}, остальные собраны в последней строке. В
          файлах есть все.
        </p>
      )}
      <Panel variant="flush">
        <DataTable
          caption={`Топливо ${formatSideInSentence(by)}`}
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
  const part = drillDown(filters, row);
  if (!part) return null;
  if (part.by) return addressWith(search, part);
  return `${paths.cardTransactions()}${operationsSearch({ ...filters, ...part })}`;
}

/** An invalid period is not a failure. The sentence explains what to change. */
function ReportFailed({
  error,
  onReload,
}: {
  error: { code: number; message: string };
  onReload: () => void;
}) {
  return error.code === 400 || error.code === 404 ? (
    <Notice tone="warn">{error.message}</Notice>
  ) : (
    <LoadError onReload={onReload} message={error.message} />
  );
}

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  choices: SubjectChoices;
};

/** Sets the grouping, the period, and the filters of the report. */
function SpendingFilters({ filters, onChange, choices }: Props) {
  const period = usePeriod(
    { dateFrom: filters.from, dateTo: filters.to },
    ({ dateFrom = '', dateTo = '' }) => onChange({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  // Eight segments would take four rows of a phone.
  const Choice = useMedia('(max-width: 639px)') ? Select : Segmented;
  return (
    <Stack gap="2" data-print="hide">
      <Choice
        label="Разрез отчёта"
        labelHidden
        value={filters.by}
        onChange={(by) => onChange({ by })}
        options={SUMMARY_SIDES.map((side) => ({ value: side, label: SIDE_LABELS[side].choice }))}
      />
      <FilterBar
        first={<PeriodFields period={period} />}
        label="Период и отбор"
        fields={markRareFields(subjectFields(filters, onChange, choices))}
        onClear={() => onChange(NOTHING_CHOSEN)}
      />
    </Stack>
  );
}

type SpendingFactsProps = { meta: SpendingMeta; period: { from: string; to: string } };

/** The whole: how much, and how far that is from the period before; how many litres, at what price, on how many cards. */
function SpendingFacts({ meta, period }: SpendingFactsProps) {
  const { sum, litres, average_price: price, cards, litres_per_card: perCard } = meta.totals;
  const percent = formatPercent(meta.totals);
  const text = formatComparison(meta, period);
  return (
    <Panel variant="flush" aria-label="Итого за период">
      <dl className={styles.facts}>
        <div className={styles.first}>
          <dt className={styles.label}>Потрачено по картам</dt>
          <dd className={styles.figure}>
            <Money value={sum} size="figure" />
          </dd>
          {text && (
            <dd className={styles.note}>
              {meta.totals.difference !== null && meta.totals.previous_sum !== 0 && (
                <strong className={styles.difference}>
                  <Money value={meta.totals.difference} signed />
                  {percent && ` (${percent})`}
                </strong>
              )}{' '}
              {text}
            </dd>
          )}
        </div>
        <div className={styles.fact}>
          <dt className={styles.label}>Литры</dt>
          <dd className={styles.value}>
            <Litres value={litres} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.label}>Средняя цена литра</dt>
          <dd className={styles.value}>{price === null ? <NoMoney /> : <Money value={price} />}</dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.label}>Литров на карту</dt>
          <dd className={styles.value}>
            {perCard === null ? <NoMoney /> : <Litres value={perCard} />}
            {cards !== null && <span className={styles.note}> {counted(cards, CARD_FORMS)}</span>}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
