import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  downloadFleetLitres,
  downloadFleetLitresWorkbook,
  listFleetLitres,
  MAX_LITRES_MONTHS,
} from '#contract/fleet/fleet-litres.ts';
import { FUEL_DIFFERENCE_REASONS, listVehicleGroups } from '#contract/fleet/vehicles.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { ListFormat } from '#contract/list-files.ts';
import { formatTruck } from '#contract/values/plate.ts';
import { capitalized, formatDate, formatNumber } from '../../../lib/format.ts';
import { ANY_ID, offeredValue } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';
import { paths } from '../../../paths.ts';
import { saveFile } from '../../../server/download.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { FileMenu, TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { capitalizedReason, litresColumns, litresFooter, type LitresRow } from './litres-columns.tsx';
import styles from './Fleet.module.css';

const ALL = 'all';
const NO_GROUPS: [] = [];
const FILES = { csv: downloadFleetLitres, xlsx: downloadFleetLitresWorkbook } satisfies Record<
  ListFormat,
  unknown
>;

/** «Литры»: what the network sold to each truck, what stands in УПД and what mileage and norm make, by month. */
export function FleetLitres() {
  const { query, period, reason, months, write } = useLitresFilters();
  const groups = useRead(listVehicleGroups).data?.data ?? NO_GROUPS;
  const read = useRead(listFleetLitres, { query }, { keepPrevious: true });
  const found = read.error ? undefined : read.data;
  const isNarrowed = Boolean(query.group_id ?? query.reason);
  return (
    <Stack gap="3">
      <FilterBar
        label="Период и отбор"
        first={
          <Select
            label="Период"
            labelHidden
            value={period}
            options={months}
            onChange={(value) => write({ month: value })}
          />
        }
        fields={[
          {
            key: 'group',
            label: 'Группа',
            all: 'Все группы',
            value: query.group_id === undefined ? '' : String(query.group_id),
            options: groups.map(({ id, title }) => ({ value: String(id), label: title })),
            onChange: (value) => write({ group: value || null }),
          },
          {
            key: 'reason',
            label: 'Расхождение',
            all: 'Любое расхождение',
            value: reason,
            options: FUEL_DIFFERENCE_REASONS.map((value) => ({ value, label: capitalizedReason(value) })),
            onChange: (value) => write({ reason: value || null }),
          },
        ]}
        onClear={() => write({ group: null, reason: null })}
      />
      {read.error && (
        <LoadError
          onReload={() => void read.refetch()}
          reloading={read.isFetching}
          message={read.error.message}
        />
      )}
      {!found && !read.error && <TableSkeleton columns={6} />}
      {found?.data.length === 0 && (
        <EmptyState
          title={isNarrowed ? 'Таких месяцев нет' : 'За это время сравнивать нечего'}
          action={<TextLink to={paths.fleet}>Автопарк</TextLink>}
        >
          {isNarrowed
            ? 'Выберите другой период или уберите фильтры.'
            : 'Здесь будут машины, которые заправлялись или ездили. Укажите машину у карт или выберите другой период.'}
        </EmptyState>
      )}
      {found && found.data.length > 0 && (
        <Found rows={found.data} meta={found.meta} query={query} isStale={read.isPlaceholderData} />
      )}
    </Stack>
  );
}

type FoundProps = {
  rows: readonly LitresRow[];
  meta: EndpointMeta<typeof listFleetLitres>;
  query: ReturnType<typeof useLitresFilters>['query'];
  isStale: boolean;
};

function Found({ rows, meta, query, isStale }: FoundProps) {
  const hasMonths = meta.from !== meta.to;
  const columns = useMemo(() => litresColumns(hasMonths), [hasMonths]);
  const control = useTableView('fleet-litres', columns);
  return (
    <Stack gap="3" aria-busy={isStale}>
      <Row between>
        <p className="ink-2">
          {meta.rows > rows.length
            ? `Показаны ${formatNumber(rows.length)} строк из ${formatNumber(meta.rows)}; в файлах есть все.`
            : capitalized(formatPeriod(meta))}
        </p>
        <Row gap="1">
          <TableTools columns={columns} control={control} />
          <FileMenu save={(format) => saveFile(FILES[format], { query })} />
        </Row>
      </Row>
      <Panel variant="flush">
        <DataTable
          caption="Литры по машинам"
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.month} ${row.vehicle_id}`}
          control={control}
          nameRow={formatTruck}
          footer={litresFooter(meta.totals)}
        />
      </Panel>
      <p className={styles.more}>
        Продано — по сети, по УПД — в документах за месяц, по норме — пробег на норму; расхождение считается
        от проданного. Пробег и норма — со страницы машины.
      </p>
    </Stack>
  );
}

/** «октябрь 2026» or «ноябрь 2025 – ноябрь 2026». */
function formatPeriod({ from, to }: { from: string; to: string }): string {
  return [...new Set([from, to])].map((month) => formatDate(month, 'month')).join(' – ');
}

/** Reads the filters from the address; the month that ended last is the default. */
function useLitresFilters() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const today = useToday();
  const months = listMonths(today);
  const [running = '', ended = ''] = months;
  const period = offeredValue(search.get('month'), [...months, ALL]) || ended;
  const reason = offeredValue(search.get('reason'), FUEL_DIFFERENCE_REASONS);
  const groupId = Number(offeredValue(search.get('group'), ANY_ID));
  return {
    write,
    period,
    reason,
    months: [
      ...months.map((month) => ({
        value: month,
        label: `${capitalized(formatDate(month, 'month'))}${month === running ? ', идёт' : ''}`,
      })),
      { value: ALL, label: `Все ${MAX_LITRES_MONTHS} месяцев` },
    ],
    query: {
      ...(period === ALL ? { from: months.at(-1) ?? ended, to: running } : { from: period }),
      ...(groupId > 0 && { group_id: groupId }),
      ...(reason && { reason: FUEL_DIFFERENCE_REASONS.find((known) => known === reason) }),
    },
  };
}

/** The running month and those before it, newest first. */
function listMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MAX_LITRES_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
