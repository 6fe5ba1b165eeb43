import { MARGIN_SIDES, readMargin, type MarginRow, type MarginSums } from '#contract/backoffice/margin.ts';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { arrange } from '../../../tables/arrange.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { marginColumns, marginFooter } from './margin-columns.tsx';
import { formatRowTitle, SIDE_LABEL } from './margin-rows.ts';
import { MarginChart } from './MarginChart.tsx';
import styles from './MarginReport.module.css';
import { useMarginFilters, type MarginFilters } from './use-margin-filters.ts';

/** Shows what the programme earns in a period, by client, network, goods or month, and on whom it loses. */
export function MarginReport() {
  const [filters, change] = useMarginFilters();
  const read = useRead(readMargin, { query: filters });
  const period = usePeriod(
    { dateFrom: filters.from, dateTo: filters.to },
    ({ dateFrom = '', dateTo = '' }) => change({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  const found = read.error ? undefined : read.data;
  return (
    <Stack gap="3">
      <Stack gap="2" data-print="hide">
        <Segmented
          label="Разрез"
          labelHidden
          value={filters.by}
          onChange={(by) => change({ by })}
          options={MARGIN_SIDES.map((side) => ({ value: side, label: SIDE_LABEL[side].choice }))}
        />
        <FilterBar label="Период" first={<PeriodFields period={period} />} />
      </Stack>
      {read.error &&
        (read.error.code === 400 ? (
          <Notice tone="warn">{read.error.message}</Notice>
        ) : (
          <LoadError onReload={() => void read.refetch()} message={read.error.message} />
        ))}
      {!found && !read.error && <TableSkeleton columns={6} />}
      {found?.data.length === 0 && (
        <EmptyState title="Продаж за этот период нет">
          Здесь будет, сколько программа заработала и на ком теряет. Выберите другой период.
        </EmptyState>
      )}
      {found && found.data.length > 0 && (
        <>
          <MarginFacts totals={found.meta.totals} percent={found.meta.credit_percent} />
          <WithoutTerms sum={found.meta.totals.without_terms} />
          <MarginRows filters={filters} rows={found.data} totals={found.meta.totals} />
        </>
      )}
    </Stack>
  );
}

/** Says how much of the purchases is counted at the station's price, because no term covers it. */
function WithoutTerms({ sum }: { sum: number }) {
  if (sum === 0) return null;
  return (
    <Notice tone="warn">
      Покупки на <Money value={sum} /> посчитаны по цене АЗС: условий закупки для них нет.{' '}
      <TextLink to={paths.staffPurchaseTerms}>Условия закупки</TextLink>
    </Notice>
  );
}

function MarginFacts({ totals, percent }: { totals: MarginSums; percent: number }) {
  return (
    <Panel variant="flush" aria-label="Итого за период">
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Маржа, с НДС</dt>
          <dd>
            <Money value={totals.margin} size="figure" />
          </dd>
          {totals.corrections !== 0 && (
            <dd className={styles.note}>
              исправления балансов <Money value={totals.corrections} signed />
            </dd>
          )}
          {totals.percent !== null && (
            <dd className={styles.note}>{formatNumber(totals.percent, 2)}&nbsp;% от выручки</dd>
          )}
        </div>
        <div className={styles.fact}>
          <dt>Выручка</dt>
          <dd>
            <Money value={totals.revenue} />
          </dd>
          <dd className={styles.note}>
            скидки клиентам <Money value={totals.discount} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>Закупка</dt>
          <dd>
            <Money value={totals.cost} />
          </dd>
          <dd className={styles.note}>
            скидки и бонусы сетей <Money value={totals.received + totals.bonus} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt>Стоимость кредита</dt>
          <dd>
            <Money value={totals.credit_cost} />
          </dd>
          <dd className={styles.note}>долг клиентов по {formatNumber(percent)}&nbsp;% годовых</dd>
        </div>
      </dl>
    </Panel>
  );
}

type RowsProps = { filters: MarginFilters; rows: readonly MarginRow[]; totals: MarginSums };

function MarginRows({ filters, rows, totals }: RowsProps) {
  const columns = marginColumns(filters);
  const control = useTableView('margin', columns);
  const { sort } = control.view;
  const isLossFirst = sort?.key === 'margin' && !sort.descending;
  const sorted = arrange(columns, rows, control.view).rows;
  return (
    <>
      {rows.length > 1 && (
        <Panel title="Маржа" data-print="hide">
          <MarginChart
            bars={sorted.map((row) => ({
              key: row.key ?? 'rest',
              title: formatRowTitle(filters.by, row),
              value: row.margin,
            }))}
            format={(value) => <Money value={value} />}
          />
        </Panel>
      )}
      <Panel
        title={SIDE_LABEL[filters.by].choice}
        variant="flush"
        action={
          <Row gap="1">
            <Button
              size="small"
              variant="quiet"
              aria-pressed={isLossFirst}
              onClick={() =>
                control.change({ sort: isLossFirst ? null : { key: 'margin', descending: false } })
              }
            >
              Сначала убыточные
            </Button>
            <TableTools
              columns={columns}
              control={control}
              fileName={`Маржа ${SIDE_LABEL[filters.by].choice.toLowerCase()} ${filters.from} ${filters.to}`}
              rows={() => rows}
            />
          </Row>
        }
      >
        <DataTable
          caption={`Маржа ${SIDE_LABEL[filters.by].choice.toLowerCase()}`}
          columns={columns}
          rows={sorted}
          rowKey={(row) => row.key ?? 'rest'}
          control={control}
          inOrder
          footer={marginFooter(totals)}
        />
      </Panel>
    </>
  );
}
