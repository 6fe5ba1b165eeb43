import type { ReactNode } from 'react';
import type { EndpointData, EndpointMeta } from '#contract/endpoint.ts';
import { DIFFERENCE_TEXTS } from '#contract/fleet/difference-texts.ts';
import type { listFleetLitres } from '#contract/fleet/fleet-litres.ts';
import type { FuelDifferenceReason } from '#contract/fleet/vehicles.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { capitalized, formatDate, formatLitres, formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { Litres } from '../../../ui/text/Money.tsx';
import { formatTenths } from './format-vehicle.ts';
import { LITRES_COLUMNS } from './month-columns.tsx';
import styles from './Fleet.module.css';

export type LitresRow = EndpointData<typeof listFleetLitres>[number];
type Totals = EndpointMeta<typeof listFleetLitres>['totals'];

/** Columns of the litres of the fleet; a plate leads to its truck. The month is a column where there are several. */
export function litresColumns(hasMonths: boolean): readonly Column<LitresRow>[] {
  return [PLATE, ...(hasMonths ? [MONTH] : []), GROUP, ...LITRES, KM];
}

/** A phone names each of the three figures. */
const LITRES = LITRES_COLUMNS.map((column): Column<LitresRow> =>
  column.key === 'litres' ? { ...column, narrow: 'line' } : column,
);

const PLATE: Column<LitresRow> = {
  key: 'plate',
  header: 'Машина',
  fixed: true,
  narrow: 'title',
  leastWidth: 150,
  value: ({ plate }) => plate,
  cell: ({ vehicle_id: id, plate, brand, removed }) => (
    <>
      <RowLink to={paths.vehicle(id)}>{formatPlate(plate)}</RowLink>
      <span className={styles.below}>{removed ? 'удалена из автопарка' : brand}</span>
    </>
  ),
};

const MONTH: Column<LitresRow> = {
  key: 'month',
  header: 'Месяц',
  narrow: 'aside',
  leastWidth: 145,
  value: ({ month }) => month,
  cell: ({ month }) => formatDate(month, 'month').replace(' ', '\u00a0'),
};

const GROUP: Column<LitresRow> = {
  key: 'group',
  header: 'Группа',
  extra: true,
  value: ({ group_title: title }) => title,
  cell: ({ group_title: title }) => title,
};

const KM: Column<LitresRow> = {
  key: 'km',
  header: 'Пробег, км',
  align: 'end',
  kind: 'count',
  leastWidth: 100,
  value: ({ km }) => km,
  cell: ({ km, norm_litres_100km: norm }) => (
    <>
      {km === null ? '—' : formatNumber(km)}
      {norm !== null && <span className={styles.below}>норма {formatTenths(norm)}</span>}
    </>
  ),
};

/** The last row: what is known of all rows, each difference of the rows that have both figures. */
export function litresFooter(totals: Totals): Readonly<Record<string, ReactNode>> {
  const { documented_litres: documented, burnt_litres: burnt, km } = totals;
  const differences = [
    ...describeOver(totals.over_documents, 'УПД'),
    ...describeOver(totals.over_norm, 'норме'),
  ];
  return {
    plate: 'Итого',
    litres: (
      <>
        <Litres value={totals.litres} />
        {documented !== null && (
          <LeftOutPart column="documented">
            <span className={styles.below}>
              по УПД <Litres value={documented} />
            </span>
          </LeftOutPart>
        )}
        {burnt !== null && (
          <LeftOutPart column="burnt">
            <span className={styles.below}>
              по норме <Litres value={burnt} />
            </span>
          </LeftOutPart>
        )}
      </>
    ),
    documented: documented === null ? '—' : <Litres value={documented} />,
    burnt: burnt === null ? '—' : <Litres value={burnt} />,
    differences: differences.join('; ') || '—',
    km: km === null ? '—' : formatNumber(km),
  };
}

function describeOver(litres: number | null, source: string): string[] {
  return litres === null || litres === 0
    ? []
    : [`${litres > 0 ? '+' : ''}${formatLitres(litres)} к ${source}`];
}

/** «Залито больше нормы»: a reason as a choice. */
export function capitalizedReason(reason: FuelDifferenceReason): string {
  return capitalized(DIFFERENCE_TEXTS[reason].split(':')[0] ?? '');
}
