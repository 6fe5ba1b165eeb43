import { MARGIN_YEAR_SIDES, readMarginYear, type MarginYearRow } from '#contract/backoffice/margin.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { capitalized, formatDate } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { arrange } from '../../../tables/arrange.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { SIDE_LABEL } from './margin-rows.ts';
import { FIGURE_LABEL, marginYearColumns, marginYearFooter, showFigure } from './margin-year-columns.tsx';
import { MarginChart } from './MarginChart.tsx';
import { MARGIN_FIGURES, useMarginYear, type MarginYearFilters } from './use-margin-year.ts';

/** The months of a year side by side, by client, network or goods: one figure of the margin at a time. */
export function MarginYear() {
  const { filters, years, change } = useMarginYear();
  const { year, by, figure } = filters;
  const read = useRead(readMarginYear, { params: { year }, query: { by } });
  const found = read.error ? undefined : read.data;
  return (
    <Stack gap="3">
      <Stack gap="2" data-print="hide">
        <Segmented
          label="Разрез"
          labelHidden
          value={by}
          onChange={(side) => change({ by: side, row: null })}
          options={MARGIN_YEAR_SIDES.map((side) => ({ value: side, label: SIDE_LABEL[side].choice }))}
        />
        <FilterBar
          label="Год и показатель"
          first={
            <>
              <Select
                label="Год"
                labelHidden
                value={year}
                onChange={(next) => change({ year: next })}
                options={years.map((value) => ({ value, label: `${value} год` }))}
              />
              <Select
                label="Показатель"
                labelHidden
                value={figure}
                onChange={(next) => change({ figure: next })}
                options={MARGIN_FIGURES.map((value) => ({ value, label: FIGURE_LABEL[value] }))}
              />
            </>
          }
        />
      </Stack>
      {read.error && <LoadError onReload={() => void read.refetch()} message={read.error.message} />}
      {!found && !read.error && <TableSkeleton columns={8} />}
      {found?.data.length === 0 && (
        <EmptyState title={`Продаж за ${year} год нет`}>
          Здесь будет, сколько программа заработала в каждом месяце. Выберите другой год.
        </EmptyState>
      )}
      {found && found.data.length > 0 && (
        <>
          <YearChart filters={filters} rows={found.data} meta={found.meta} change={change} />
          <YearTable filters={filters} rows={found.data} meta={found.meta} />
        </>
      )}
    </Stack>
  );
}

interface Found {
  filters: MarginYearFilters;
  rows: readonly MarginYearRow[];
  meta: EndpointMeta<typeof readMarginYear>;
}

/** Draws the months of the chosen row, or of the whole programme. */
function YearChart(props: Found & { change: (change: Partial<MarginYearFilters>) => void }) {
  const { filters, rows, meta, change } = props;
  const { year, by, figure } = filters;
  const chosen = rows.find(({ key }) => key !== null && key === filters.row);
  const { months, year: total } = chosen ?? meta.totals;
  const value = total[figure];
  return (
    <Panel
      title={chosen?.title ?? 'Вся программа'}
      action={
        chosen && (
          <Row gap="1">
            {by === 'client' && (
              <TextLink to={paths.staffClient(Number(chosen.key))}>Открыть клиента</TextLink>
            )}
            <Button size="small" variant="quiet" onClick={() => change({ row: null })}>
              Вся программа
            </Button>
          </Row>
        )
      }
    >
      <Stack gap="2">
        <p>
          {FIGURE_LABEL[figure]} за {year} год:{' '}
          <strong>{value === null ? 'нет' : showFigure(figure, value)}</strong>
        </p>
        <MarginChart
          bars={meta.months.map((month, index) => ({
            key: month,
            title: capitalized(formatDate(month, 'month')),
            value: months[index]?.[figure] ?? 0,
          }))}
          format={(sum) => showFigure(figure, sum)}
        />
      </Stack>
    </Panel>
  );
}

function YearTable({ filters, rows, meta }: Found) {
  const { year, by, figure } = filters;
  const options = { filters, months: meta.months };
  const columns = marginYearColumns(options);
  const control = useTableView('margin-year', columns);
  const name = `${FIGURE_LABEL[figure]} ${SIDE_LABEL[by].choice.toLowerCase()} за ${year} год`;
  return (
    <Panel
      title={SIDE_LABEL[by].choice}
      variant="flush"
      action={
        <TableTools
          columns={columns}
          control={control}
          fileName={name.replace(/[,₽%]/g, '')}
          rows={() => rows}
        />
      }
    >
      <DataTable
        caption={name}
        columns={columns}
        rows={arrange(columns, rows, control.view).rows}
        rowKey={(row) => row.key ?? 'rest'}
        control={control}
        inOrder
        isCurrent={({ key }) => key !== null && key === filters.row}
        footer={marginYearFooter(options, meta.totals)}
      />
    </Panel>
  );
}
