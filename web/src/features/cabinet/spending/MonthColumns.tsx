import type { CSSProperties } from 'react';
import { formatDate, formatLitres, formatMoney } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { chooseUnit, forecastMonth, formatInUnit, getBaseline, hasYear } from './month-chart.ts';
import { getMaximum, NetworkBar } from './NetworkBar.tsx';
import { NetworkLegend, type Legend } from './NetworkLegend.tsx';
import type { SpendingMeta, SpendingRow } from './spending-rows.ts';
import grow from '../../../ui/text/Grow.module.css';
import styles from './MonthColumns.module.css';

/** More months would be too narrow to click. */
const MAX_MONTHS = 36;

type Props = {
  rows: readonly SpendingRow[];
  meta: SpendingMeta;
  /** First and last day of the report. */
  period: { from: string; until: string };
  getPlace: (row: SpendingRow) => string | null;
  legend: Legend;
};

/**
 * Shows months side by side, each a stack of its networks. A click opens a month. The table below shows the same in
 * figures. The running month is outlined as high as it will come to, and a line shows the average month of the period
 * before.
 */
export function MonthColumns({ rows, meta, period, getPlace: getPath, legend }: Props) {
  // Written from the newest: a narrow screen leaves out the oldest.
  const shown = rows.slice(-MAX_MONTHS).toReversed();
  const oldest = shown.at(-1)?.title ?? '';
  const baseline = getBaseline(meta);
  const forecasts = shown.map((row) => forecastMonth(row, period) ?? 0);
  const max = Math.max(getMaximum(shown), baseline ?? 0, ...forecasts);
  const unit = chooseUnit(shown.map(({ sum }) => sum));
  const hasForecast = forecasts.some((sum) => sum > 0);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>Расходы по месяцам, {unit.title}</span>
        <NetworkLegend {...legend} />
      </figcaption>
      <div className={styles.months} style={{ '--months': shown.length } as CSSProperties} aria-hidden="true">
        {baseline !== null && (
          <span className={styles.baseline} style={{ '--share': baseline / max } as CSSProperties} />
        )}
        {shown.map((row, index) => (
          <AppLink
            key={row.key}
            to={getPath(row) ?? ''}
            className={styles.month}
            // A keyboard has the rows of the table for it.
            tabIndex={-1}
            title={describeMonth(row)}
          >
            <span className={styles.sum}>{formatInUnit(row.sum, unit)}</span>
            <span className={styles.frame}>
              {row.unfinished && (
                <span
                  className={styles.outline}
                  style={{ height: `${(Math.max(row.sum, forecasts[index] ?? 0, 0) / max) * 100}%` }}
                />
              )}
              <span className={joinClasses(styles.bar, grow.grow, row.unfinished && styles.running)}>
                <NetworkBar networks={row.networks} max={max} upright />
              </span>
            </span>
            <span className={styles.name}>
              {formatMonthShort(row.title)}
              {hasYear(row.title, oldest) && <span className={styles.year}>{row.title.slice(0, 4)}</span>}
            </span>
          </AppLink>
        ))}
      </div>
      {(baseline !== null || hasForecast) && (
        <p className={styles.notes}>
          {hasForecast && (
            <span>
              Пунктир: {formatDate(shown[0]?.title ?? '', 'month')} при таком же расходе до конца месяца,{' '}
              {formatInUnit(forecasts[0] ?? 0, unit)} {unit.title}
            </span>
          )}
          {baseline !== null && (
            <span>
              <span className={styles.sample} aria-hidden="true" /> Средний месяц прошлого периода,{' '}
              {formatInUnit(baseline, unit)} {unit.title}
            </span>
          )}
        </p>
      )}
    </figure>
  );
}

/** «ноябрь 2026, не закончен: 2 184 301,20 ₽, 30 100,5 л» */
function describeMonth({ title, unfinished, sum, litres }: SpendingRow): string {
  const month = `${formatDate(title, 'month')}${unfinished ? ', не закончен' : ''}`;
  return `${month}: ${formatMoney(sum)}, ${formatLitres(litres)}`;
}

/** «сент.» → «сен» */
function formatMonthShort(month: string): string {
  return formatDate(month, 'month').slice(0, 3);
}
