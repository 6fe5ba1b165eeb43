import type { z } from 'zod';
import type { vehicleMonth } from '#contract/fleet/vehicles.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { formatTenths } from './format-vehicle.ts';
import styles from './Fleet.module.css';

type Month = z.infer<typeof vehicleMonth>;

/** Columns of a truck's consumption by months. */
export const MONTH_COLUMNS: readonly Column<Month>[] = [
  {
    key: 'month',
    header: 'Месяц',
    narrow: 'title',
    cell: ({ month }) => formatDate(month, 'month'),
  },
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

function isOverNorm({ litres_100km: litres, norm_litres_100km: norm }: Month): boolean {
  return litres !== null && norm !== null && litres > norm;
}
