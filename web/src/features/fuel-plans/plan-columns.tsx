import { FUEL_PLAN_STATE_TITLE } from '#contract/fuel-plan-shapes.ts';
import { formatPlate } from '#contract/plate.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../tables/column.ts';
import { RowLink } from '../../tables/RowLink.tsx';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Litres, Money } from '../../ui/Money.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { formatKm, STATE_TONE, truckName, type FuelPlanRow } from './plan-labels.ts';

/** A plan in the list of them; its way leads to it. The order is the server's: the newest first. */
export const PLAN_COLUMNS: readonly Column<FuelPlanRow>[] = [
  {
    key: 'way',
    header: 'Поездка',
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
    value: ({ vehicle }) => truckName(vehicle),
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
    width: 84,
    align: 'end',
    kind: 'count',
    unsorted: true,
    narrow: 'hidden',
    value: (item) => Math.round(item.distance_m / 1000),
    cell: (item) => formatKm(item.distance_m),
  },
  litres('litres', 'По плану, л', (item) => item.litres),
  litres('filled', 'Залито, л', (item) => item.filled_litres),
  money('sum', 'По плану, ₽', (item) => item.sum),
  { ...money('filled-sum', 'Залито, ₽', (item) => item.filled_sum), extra: true },
  {
    key: 'deviations',
    header: 'Отклонений',
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
    cell: (item) => <Litres value={value(item)} />,
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
