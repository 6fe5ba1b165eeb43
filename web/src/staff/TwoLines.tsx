import type { ReactNode } from 'react';
import styles from './TwoLines.module.css';

/** A cell's main text and, quietly below it, a detail. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.lines}>
      <span className={styles.above}>{children}</span>
      {below && <span className={styles.below}>{below}</span>}
    </span>
  );
}
