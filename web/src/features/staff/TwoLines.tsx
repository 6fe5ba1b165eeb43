import type { ReactNode } from 'react';
import styles from './TwoLines.module.css';

/** What a cell is about, and below it quietly what else one has to know of it. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.lines}>
      <span className={styles.above}>{children}</span>
      {below && <span className={styles.below}>{below}</span>}
    </span>
  );
}
