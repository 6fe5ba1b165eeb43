import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import {
  FUEL_PLAN_STATE_TITLE,
  FUEL_PLAN_STATES,
  type FuelPlanState,
} from '#contract/fleet/fuel-plan-shapes.ts';
import { listFuelPlans } from '#contract/fleet/fuel-plans.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { ANY_ID, offeredValue, parsePage } from '../../../lib/read-address.ts';
import { formatFixed, formatNumber } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { PLAN_FORMS, type FuelPlanRow, STATE_TONE } from './plan-labels.ts';
import { formatPlate, formatTruck } from '#contract/values/plate.ts';
import type { Column } from '../../../tables/column.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';

const PER_PAGE = 20;
const STATES = FUEL_PLAN_STATES.map((value) => ({ value, label: FUEL_PLAN_STATE_TITLE[value] }));

/** «Планы заправок»: of which truck, in which state, and what was filled against each. */
export function PlanList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const control = useTableView('fuel-plans', PLAN_COLUMNS);
  const mayChange = can(useRole(), 'changeCard');
  const trucks = useRead(listVehicles).data?.data ?? [];
  const state = offeredValue(search.get('state'), FUEL_PLAN_STATES) as FuelPlanState | '';
  const truck = offeredValue(search.get('truck'), ANY_ID);
  const page = parsePage(search.get('page'));
  const chosen = { ...(state && { state }), ...(truck && { vehicle_id: Number(truck) }) };
  const query = { ...chosen, page, perPage: PER_PAGE };
  const read = useRead(listFuelPlans, { query }, { keepPrevious: true });
  const found = read.data;
  const rows = () => readPages(listFuelPlans, { query: chosen });
  return (
    <Stack gap="3">
      {mayChange && (
        <Row>
          <ButtonLink to={paths.newFuelPlan()} variant="primary">
            Новый план
          </ButtonLink>
        </Row>
      )}
      <FilterBar
        line
        label="Фильтры планов"
        first={
          <Select
            label="Машина"
            labelHidden
            value={truck}
            onChange={(value) => write({ truck: value || null, page: null })}
            options={[
              { value: '', label: 'Все машины' },
              ...trucks.map((item) => ({ value: String(item.id), label: formatTruck(item) })),
            ]}
          />
        }
        fields={[
          {
            key: 'state',
            label: 'Состояние',
            all: 'Все состояния',
            value: state,
            options: STATES,
            onChange: (value) => write({ state: value || null, page: null }),
          },
        ]}
        onClear={() => write({ state: null, truck: null, page: null })}
        tools={
          <TableTools
            list="fuel-plans"
            columns={PLAN_COLUMNS}
            control={control}
            fileName="Планы заправок"
            rows={rows}
          />
        }
      />
      {read.isPending ? (
        <ListSkeleton count={4} label="Загружаются планы" />
      ) : !found ? (
        <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
      ) : found.data.length === 0 ? (
        <Panel>
          <Nothing filtered={state !== '' || truck !== ''} />
        </Panel>
      ) : (
        <>
          <Panel title={counted(found.meta.pagination.total, PLAN_FORMS)} variant="flush">
            <DataTable
              caption="Планы заправок"
              columns={PLAN_COLUMNS}
              rows={found.data}
              rowKey={rowKey}
              control={control}
            />
          </Panel>
          <Pagination
            page={page}
            totalPages={found.meta.pagination.total_pages}
            onChange={(next) => write({ page: next })}
          />
        </>
      )}
    </Stack>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="Таких планов нет">Измените или уберите фильтры.</EmptyState>;
  return (
    <EmptyState title="Здесь будут планы заправок">
      Выберите машину и дорогу: план скажет, где и сколько залить дешевле всего, и встанет на страницу
      водителя.
    </EmptyState>
  );
}

function rowKey({ id }: FuelPlanRow): number {
  return id;
}

/** Columns of the list of plans. A row leads to its plan. The server sorts: the newest plans come first. */
const PLAN_COLUMNS: readonly Column<FuelPlanRow>[] = [
  {
    key: 'way',
    header: 'Поездка',
    leastWidth: 220,
    fixed: true,
    unsorted: true,
    narrow: 'title',
    value: ({ way }) => way,
    cell: ({ id, way }) => <RowLink to={paths.fuelPlan(id)}>{way}</RowLink>,
  },
  {
    key: 'state',
    header: 'Состояние',
    width: 130,
    unsorted: true,
    narrow: 'aside',
    value: ({ state }) => FUEL_PLAN_STATE_TITLE[state],
    cell: ({ state }) => <StatusLabel tone={STATE_TONE[state]}>{FUEL_PLAN_STATE_TITLE[state]}</StatusLabel>,
  },
  {
    key: 'vehicle',
    header: 'Машина',
    width: 160,
    unsorted: true,
    narrow: 'second',
    value: ({ vehicle }) => formatTruck(vehicle),
    cell: ({ vehicle }) => <TwoLines below={vehicle.brand}>{formatPlate(vehicle.plate)}</TwoLines>,
  },
  {
    key: 'departs',
    header: 'Выезд',
    width: 130,
    kind: 'moment',
    unsorted: true,
    narrow: 'second',
    value: (item) => item.departs_at,
    cell: (item) => <DateText value={item.departs_at} style="datetime" />,
  },
  {
    key: 'distance',
    header: 'Путь, км',
    leaves: 1,
    width: 84,
    align: 'end',
    kind: 'count',
    unsorted: true,
    narrow: 'hidden',
    value: (item) => Math.round(item.distance_m / 1000),
    cell: (item) => formatNumber(item.distance_m / 1000),
  },
  { ...litres('litres', 'По плану, л', (item) => item.litres), leaves: 2 },
  { ...litres('filled', 'Залито, л', (item) => item.filled_litres), leaves: 3 },
  money('sum', 'Сумма по плану', (item) => item.sum),
  { ...money('filled-sum', 'Сумма залитого', (item) => item.filled_sum), extra: true },
  {
    key: 'deviations',
    header: 'Отклонений',
    leaves: 4,
    width: 96,
    align: 'end',
    kind: 'count',
    unsorted: true,
    narrow: 'line',
    value: (item) => item.deviations,
    cell: (item) => (item.deviations === 0 ? '' : item.deviations),
  },
  {
    key: 'made-by',
    header: 'Кто составил',
    unsorted: true,
    extra: true,
    narrow: 'hidden',
    value: (item) => item.made_by,
    cell: (item) => item.made_by,
  },
];

function litres(key: string, header: string, value: (item: FuelPlanRow) => number): Column<FuelPlanRow> {
  return {
    key,
    header,
    width: 96,
    align: 'end',
    kind: 'litres',
    unsorted: true,
    narrow: 'line',
    value,
    cell: (item) => formatFixed(value(item), 2),
  };
}

function money(key: string, header: string, value: (item: FuelPlanRow) => number): Column<FuelPlanRow> {
  return {
    key,
    header,
    width: 120,
    align: 'end',
    kind: 'money',
    unsorted: true,
    narrow: 'hidden',
    value,
    cell: (item) => <Money value={value(item)} />,
  };
}
