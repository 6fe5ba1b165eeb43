import { formatDate, formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { paths } from '../../../paths.ts';
import { getDays, isOverNorm, type VehicleMonth as Month } from './describe-consumption.ts';
import { formatTenths } from './format-vehicle.ts';
import styles from './Fleet.module.css';

/** Columns of a truck's consumption by months; a month leads to its operations. */
export function monthColumns(vehicleId: number): readonly Column<Month>[] {
  const month: Column<Month> = {
    key: 'month',
    header: 'Месяц',
    narrow: 'title',
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
    header: 'Литры',
    align: 'end',
    narrow: 'second',
    cell: ({ litres }) => <Litres value={litres} />,
  },
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
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
    cell: ({ km }) => (km === null ? '—' : formatNumber(km)),
  },
  {
    key: 'litres_100km',
    header: 'л/100 км',
    align: 'end',
    cell: (month) => (
      <span className={isOverNorm(month) ? styles.over : undefined}>
        {formatTenths(month.litres_100km) || '—'}
        {isOverNorm(month) && ' ↑'}
      </span>
    ),
  },
  {
    key: 'norm',
    header: 'Норма',
    align: 'end',
    cell: (month) => formatTenths(month.norm_litres_100km) || '—',
  },
  {
    key: 'rubles_km',
    header: '₽/км',
    align: 'end',
    cell: (month) => (month.rubles_km === null ? '—' : <Money value={month.rubles_km} />),
  },
];
