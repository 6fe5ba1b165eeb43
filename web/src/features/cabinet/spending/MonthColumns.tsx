import { formatDate, formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { getMaximum, NetworkBar } from './NetworkBar.tsx';
import type { SpendingRow } from './spending-rows.ts';
import styles from './MonthColumns.module.css';

/** More months would be too narrow to click. */
const MAX_MONTHS = 36;

type Props = { rows: readonly SpendingRow[]; placeOf: (row: SpendingRow) => string | null };

/**
 * Shows months side by side, each a stack of its networks. A click opens a month. The table below shows the same in
 * figures.
 */
export function MonthColumns({ rows, placeOf: getPath }: Props) {
  const shown = rows.slice(-MAX_MONTHS).toReversed();
  const max = getMaximum(shown);
  return (
    <div className={styles.months} aria-hidden="true">
      {shown.map((row) => (
        <AppLink
          key={row.key}
          to={getPath(row) ?? ''}
          className={styles.month}
          // A keyboard has the rows of the table for it.
          tabIndex={-1}
          title={`${formatDate(row.title, 'month')}${row.unfinished ? ', не закончен' : ''}`}
        >
          <span className={styles.sum}>{short(row.sum)}</span>
          <span className={row.unfinished ? styles.running : styles.frame}>
            <NetworkBar networks={row.networks} max={max} upright />
          </span>
          <span className={styles.name}>
            {formatMonthShort(row.title)}
            <span className={styles.year}>{row.title.slice(0, 4)}</span>
          </span>
        </AppLink>
      ))}
    </div>
  );
}

/** «сент.» → «сен» */
function formatMonthShort(month: string): string {
  return formatDate(month, 'month').slice(0, 3);
}

/** `1,1 млрд`, `2,3 млн`, `450 т`: what fits above a column; the figure itself is in the table. */
function short(rubles: number): string {
  const [size, unit, decimals] = SIZES.find(([from]) => Math.abs(rubles) >= from) ?? [1, '', 0];
  return `${formatNumber(rubles / size, decimals)}${unit && ` ${unit}`}`;
}

const SIZES = [
  [1_000_000_000, 'млрд', 1],
  [1_000_000, 'млн', 1],
  [1000, 'тыс.', 0],
] as const;
