import { formatDate, formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { paths } from '../../../paths.ts';
import {
  describeDifferences,
  getDays,
  isOverNorm,
  type VehicleMonth as Month,
} from './describe-consumption.ts';
import { formatTenths } from './format-vehicle.ts';
import styles from './Fleet.module.css';

/** Columns of a truck's consumption by months; a month leads to its operations. */
export function monthColumns(vehicleId: number): readonly Column<Month>[] {
  const month: Column<Month> = {
    key: 'month',
    header: 'Месяц',
    narrow: 'title',
    fixed: true,
    value: ({ month }) => formatDate(month, 'month'),
    order: ({ month }) => month,
    cell: (row) => (
      <RowLink to={paths.operationsOfVehicle(vehicleId, getDays(row.month))}>
        {formatDate(row.month, 'month')}
      </RowLink>
    ),
  };
  return [month, ...FIGURE_COLUMNS];
}

const FIGURE_COLUMNS: readonly Column<Month>[] = [
  {
    key: 'litres',
    header: 'Продано, л',
    align: 'end',
    kind: 'litres',
    narrow: 'second',
    value: ({ litres }) => litres,
    cell: ({ litres }) => <Litres value={litres} />,
  },
  {
    key: 'documented',
    leaves: 5,
    header: 'По УПД, л',
    align: 'end',
    kind: 'litres',
    value: ({ documented_litres: litres }) => litres,
    cell: ({ documented_litres: litres }) => (litres === null ? '—' : <Litres value={litres} />),
  },
  {
    key: 'burnt',
    leaves: 4,
    header: 'По норме, л',
    align: 'end',
    kind: 'litres',
    value: ({ burnt_litres: litres }) => litres,
    cell: ({ burnt_litres: litres }) => (litres === null ? '—' : <Litres value={litres} />),
  },
  {
    key: 'differences',
    header: 'Расхождение',
    leastWidth: 220,
    unsorted: true,
    value: (month) => describeDifferences(month).join('; '),
    cell: (month) => describeDifferences(month).join('; ') || '—',
  },
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
    kind: 'money',
    value: ({ sum }) => sum,
    narrow: 'aside',
    cell: ({ sum, other_sum: other }) => (
      <>
        <Money value={sum} />
        {other !== 0 && (
          <span className={styles.more}>
            и прочее <Money value={other} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'km',
    header: 'Пробег, км',
    align: 'end',
    kind: 'count',
    value: ({ km }) => km,
    cell: ({ km }) => (km === null ? '—' : formatNumber(km)),
  },
  {
    key: 'litres_100km',
    header: 'л/100 км',
    align: 'end',
    kind: 'litres',
    value: ({ litres_100km: litres }) => litres,
    cell: (month) => (
      <span className={isOverNorm(month) ? styles.over : undefined}>
        {formatTenths(month.litres_100km) || '—'}
        {isOverNorm(month) && ' ↑'}
      </span>
    ),
  },
  {
    key: 'norm',
    leaves: 1,
    header: 'Норма',
    align: 'end',
    kind: 'litres',
    value: ({ norm_litres_100km: norm }) => norm,
    cell: (month) => formatTenths(month.norm_litres_100km) || '—',
  },
  {
    key: 'tolls',
    leaves: 2,
    header: 'Дороги',
    align: 'end',
    kind: 'money',
    value: ({ toll_sum: sum }) => sum,
    cell: ({ toll_sum: sum }) => (sum === 0 ? '—' : <Money value={sum} />),
  },
  {
    key: 'rubles_km',
    leaves: 3,
    header: '₽/км',
    align: 'end',
    kind: 'money',
    value: ({ cost_km: rubles }) => rubles,
    cell: (month) => (month.cost_km === null ? '—' : <Money value={month.cost_km} />),
  },
];
