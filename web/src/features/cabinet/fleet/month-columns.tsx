import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
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
    leastWidth: 130,
    value: ({ month }) => formatDate(month, 'month'),
    order: ({ month }) => month,
    cell: (row) => (
      <span className={styles.month}>
        <RowLink to={paths.operationsOfVehicle(vehicleId, getDays(row.month))}>
          {formatDate(row.month, 'month')}
        </RowLink>
      </span>
    ),
  };
  return [month, ...LITRES_COLUMNS, ...FIGURE_COLUMNS];
}

/** Litres of a truck's month by three sources, and why they differ. */
export const LITRES_COLUMNS: readonly Column<
  Pick<Month, 'litres' | 'documented_litres' | 'burnt_litres' | 'differences'>
>[] = [
  {
    key: 'litres',
    header: 'Продано, л',
    align: 'end',
    kind: 'litres',
    narrow: 'second',
    value: ({ litres }) => litres,
    leastWidth: 140,
    cell: ({ litres, documented_litres: documented, burnt_litres: burnt, differences }) => (
      <>
        <Litres value={litres} />
        <Below column="documented">
          {documented !== null && (
            <>
              по УПД <Litres value={documented} />
            </>
          )}
          {documented === null && !differences.every(isKnown) && 'УПД ещё нет'}
        </Below>
        {burnt !== null && (
          <Below column="burnt">
            по норме <Litres value={burnt} />
          </Below>
        )}
      </>
    ),
  },
  {
    key: 'documented',
    leaves: 5,
    inName: true,
    leastWidth: 100,
    header: 'По УПД, л',
    align: 'end',
    kind: 'litres',
    value: ({ documented_litres: litres }) => litres,
    cell: ({ documented_litres: litres, differences }) => {
      if (litres !== null) return <Litres value={litres} />;
      return differences.every(isKnown) ? '—' : 'ещё нет';
    },
  },
  {
    key: 'burnt',
    leaves: 4,
    inName: true,
    leastWidth: 110,
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
    // The column of the documents itself says that there are none yet.
    cell: ({ differences }) =>
      describeDifferences({ differences: differences.filter(isKnown) }).join('; ') || '—',
  },
];

const FIGURE_COLUMNS: readonly Column<Month>[] = [
  {
    key: 'sum',
    header: 'Сумма',
    align: 'end',
    kind: 'money',
    value: ({ sum }) => sum,
    narrow: 'aside',
    leastWidth: 150,
    cell: ({ sum, other_sum: other, toll_sum: tolls }) => (
      <>
        <Money value={sum} />
        {other !== 0 && (
          <span className={styles.below}>
            и прочее <Money value={other} />
          </span>
        )}
        {tolls !== 0 && (
          <Below column="tolls">
            дороги <Money value={tolls} />
          </Below>
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
    leastWidth: 100,
    cell: ({ km, cost_km: cost }) => (
      <>
        {km === null ? '—' : formatNumber(km)}
        {cost !== null && (
          <Below column="rubles_km">
            <Money value={cost} />
            /км
          </Below>
        )}
      </>
    ),
  },
  {
    key: 'litres_100km',
    header: 'л/100 км',
    align: 'end',
    kind: 'litres',
    value: ({ litres_100km: litres }) => litres,
    leastWidth: 100,
    cell: (month) => (
      <>
        <span className={isOverNorm(month) ? styles.over : undefined}>
          {formatTenths(month.litres_100km) || '—'}
          {isOverNorm(month) && ' ↑'}
        </span>
        {month.norm_litres_100km !== null && (
          <Below column="norm">норма {formatTenths(month.norm_litres_100km)}</Below>
        )}
      </>
    ),
  },
  {
    key: 'norm',
    leaves: 1,
    inName: true,
    leastWidth: 80,
    header: 'Норма',
    align: 'end',
    kind: 'litres',
    value: ({ norm_litres_100km: norm }) => norm,
    cell: (month) => formatTenths(month.norm_litres_100km) || '—',
  },
  {
    key: 'tolls',
    leaves: 2,
    inName: true,
    leastWidth: 100,
    header: 'Дороги',
    align: 'end',
    kind: 'money',
    value: ({ toll_sum: sum }) => sum,
    cell: ({ toll_sum: sum }) => (sum === 0 ? '—' : <Money value={sum} />),
  },
  {
    key: 'rubles_km',
    leaves: 3,
    inName: true,
    leastWidth: 90,
    header: '₽/км',
    align: 'end',
    kind: 'money',
    value: ({ cost_km: rubles }) => rubles,
    cell: (month) => (month.cost_km === null ? '—' : <Money value={month.cost_km} />),
  },
];

/** Shows the figure of a column without room, below the figure that it belongs to. */
function Below({ column, children }: { column: string; children: ReactNode }) {
  return (
    <LeftOutPart column={column}>
      <span className={styles.below}>{children}</span>
    </LeftOutPart>
  );
}

function isKnown({ reason }: Month['differences'][number]): boolean {
  return reason !== 'documents-pending';
}
