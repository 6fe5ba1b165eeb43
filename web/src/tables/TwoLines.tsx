import type { ReactNode } from 'react';
import styles from './TwoLines.module.css';

type Props = {
  children: ReactNode;
  below: ReactNode;
  /** The detail is one line, whose end may be cut off; on a phone it is left out. */
  cut?: boolean;
};

/** A cell's main text and, quietly below it, a detail; in dense rows the detail is left out. */
export function TwoLines({ children, below, cut }: Props) {
  return (
    <span className={cut ? styles.cut : styles.lines} data-cuts={cut}>
      <span className={styles.above} data-clamp>
        {children}
      </span>
      {below && (
        <span className={styles.below} data-below data-clamp data-cut={cut}>
          {below}
        </span>
      )}
    </span>
  );
}
