import type { MarginRow, MarginSide } from '#contract/backoffice/margin.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { formatRowTitle } from './margin-rows.ts';
import styles from './MarginChart.module.css';

/** More rows would be a table, which stands below. */
const MAX_ROWS = 12;

type Props = { by: MarginSide; /** In the order in which they are drawn. */ rows: readonly MarginRow[] };

/** Draws what each row earns or loses, as bars from one zero line. The table below says the same. */
export function MarginChart({ by, rows }: Props) {
  const shown = rows.slice(0, MAX_ROWS);
  const highest = Math.max(0, ...shown.map(({ margin }) => margin));
  const lowest = Math.min(0, ...shown.map(({ margin }) => margin));
  const span = highest - lowest || 1;
  const zero = (-lowest / span) * 100;
  return (
    <figure aria-hidden="true">
      <div className={styles.rows}>
        {shown.map((row) => {
          const width = (Math.abs(row.margin) / span) * 100;
          const isLoss = row.margin < 0;
          return (
            <div key={row.key ?? 'rest'} className={styles.row}>
              <span className={styles.title} title={formatRowTitle(by, row)}>
                {formatRowTitle(by, row)}
              </span>
              <span className={styles.plot}>
                <span className={styles.zero} style={{ left: `${zero}%` }} />
                <span
                  className={joinClasses(styles.bar, isLoss && styles.loss)}
                  style={{ left: `${isLoss ? zero - width : zero}%`, width: `${width}%` }}
                />
              </span>
              <span className={styles.sum}>
                <Money value={row.margin} />
              </span>
            </div>
          );
        })}
      </div>
      {rows.length > shown.length && (
        <p className={styles.more}>Остальные строки в таблице: {rows.length - shown.length}</p>
      )}
    </figure>
  );
}
