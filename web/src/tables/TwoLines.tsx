import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './TwoLines.module.css';

type Props = {
  children: ReactNode;
  below: ReactNode;
  /**
   * The detail is one line, whose end may be cut off; on a phone it is left out. In a `row` of one height it gives way to a
   * name that needs both lines.
   */
  cut?: boolean | 'row';
  /** A detail of one line that a phone shows, too. */
  onPhone?: boolean;
  /** The main text may take three lines: its end names the contract that an agreement changes. */
  isLong?: boolean;
};

/** A cell's main text and, quietly below it, a detail; in dense rows the detail is left out. */
export function TwoLines({ children, below, cut, onPhone = false, isLong = false }: Props) {
  return (
    <span
      className={joinClasses(cut ? styles.cut : styles.lines, cut === 'row' && styles.row)}
      data-cuts={Boolean(cut) || undefined}
      data-clamp
    >
      <span className={joinClasses(styles.above, isLong && styles.long)} data-clamp>
        {children}
      </span>
      {below && (
        <span
          className={styles.below}
          data-below
          data-clamp
          data-cut={(Boolean(cut) && !onPhone) || undefined}
        >
          {below}
        </span>
      )}
    </span>
  );
}
