import type { ReactNode } from 'react';
import { joinClasses } from '../../../lib/join-classes.ts';
import styles from './MarginChart.module.css';

/** More rows would be a table, which stands below. */
const MAX_ROWS = 12;

interface Bar {
  key: string;
  title: string;
  value: number;
}

type Props = {
  /** In the order in which they are drawn. */
  bars: readonly Bar[];
  format: (value: number) => ReactNode;
};

/** Draws what each row earns or loses, as bars from one zero line. The table below says the same. */
export function MarginChart({ bars, format }: Props) {
  const shown = bars.slice(0, MAX_ROWS);
  const highest = Math.max(0, ...shown.map(({ value }) => value));
  const lowest = Math.min(0, ...shown.map(({ value }) => value));
  const span = highest - lowest || 1;
  const zero = (-lowest / span) * 100;
  return (
    <figure aria-hidden="true">
      <div className={styles.rows}>
        {shown.map(({ key, title, value }) => {
          const width = (Math.abs(value) / span) * 100;
          const isLoss = value < 0;
          return (
            <div key={key} className={styles.row}>
              <span className={styles.title} title={title}>
                {title}
              </span>
              <span className={styles.plot}>
                <span className={styles.zero} style={{ left: `${zero}%` }} />
                <span
                  className={joinClasses(styles.bar, isLoss && styles.loss)}
                  style={{ left: `${isLoss ? zero - width : zero}%`, width: `${width}%` }}
                />
              </span>
              <span className={styles.sum}>{format(value)}</span>
            </div>
          );
        })}
      </div>
      {bars.length > shown.length && (
        <p className={styles.more}>Остальные строки в таблице: {bars.length - shown.length}</p>
      )}
    </figure>
  );
}
