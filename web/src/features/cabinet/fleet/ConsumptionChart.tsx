import type { CSSProperties } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import grow from '../../../ui/text/Grow.module.css';
import styles from './ConsumptionChart.module.css';
import { compareWithNorm, getDays, isOverNorm, type VehicleMonth } from './describe-consumption.ts';
import { formatTenths } from './format-vehicle.ts';

/** A phone has room for these; the table has the others. */
const NARROW_MONTHS = 7;

type Props = { vehicleId: number; /** The newest first. */ months: readonly VehicleMonth[] };

/**
 * Draws litres for 100 km by months against the norm of each. A click opens the operations of a month. The words above
 * it and the table below it say the same.
 */
export function ConsumptionChart({ vehicleId, months: all }: Props) {
  // Months before the first known consumption would be an empty half.
  const months = all.slice(0, all.findLastIndex(({ litres_100km: litres }) => litres !== null) + 1);

  const max = Math.max(...months.flatMap((month) => [month.litres_100km ?? 0, month.norm_litres_100km ?? 0]));
  const share = (litres: number) => `${(litres / max) * 100}%`;
  const [running] = all;
  return (
    <div className={styles.months} aria-hidden="true">
      {months.map((month, index) => {
        const { litres_100km: litres, norm_litres_100km: norm } = month;
        const isOver = isOverNorm(month);
        return (
          <AppLink
            key={month.month}
            to={paths.operationsOfVehicle(vehicleId, getDays(month.month))}
            className={joinClasses(styles.month, index >= NARROW_MONTHS && styles.older)}
            // A keyboard has the rows of the table for it.
            tabIndex={-1}
            title={`${formatDate(month.month, 'month')}: ${litres === null ? 'расход не известен' : compareWithNorm(month)}`}
          >
            <span className={joinClasses(styles.figure, isOver && styles.over)}>
              {formatTenths(litres) || '—'}
            </span>
            <span className={styles.plot}>
              {litres !== null && (
                <span
                  className={joinClasses(
                    styles.bar,
                    grow.grow,
                    isOver && styles.overBar,
                    month === running && styles.running,
                  )}
                  style={
                    { height: share(litres), '--within': `${((norm ?? 0) / litres) * 100}%` } as CSSProperties
                  }
                />
              )}
              {norm !== null && <span className={styles.norm} style={{ bottom: share(norm) }} />}
            </span>
            <span className={styles.name}>
              {formatDate(month.month, 'month').slice(0, 3)}
              {(month.month.endsWith('-01') || index === months.length - 1) && (
                <span className={styles.year}>{month.month.slice(0, 4)}</span>
              )}
            </span>
          </AppLink>
        );
      })}
    </div>
  );
}

/** Explains the marks of the chart, which a sighted user needs alone. */
export function ChartLegend() {
  return (
    <p className={styles.legend} aria-hidden="true">
      <span>
        <span className={styles.normSign} />
        норма
      </span>
      <span>
        <span className={styles.overSign} />
        выше нормы
      </span>
      <span>
        <span className={styles.runningSign} />
        месяц не закончен
      </span>
    </p>
  );
}
