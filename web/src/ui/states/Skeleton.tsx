import { useLayoutEffect, type ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import styles from './Skeleton.module.css';

type Props = { /** How many rows or cards are expected. */ count?: number; label?: string };

/** A placeholder for a few letters or figures, in the line where they will appear. */
export function InlineSkeleton() {
  return <span aria-hidden="true" className={joinClasses(styles.line, styles.word)} />;
}

/** A placeholder for lines of text. */
export function TextSkeleton({ count = 3, label }: Props) {
  return (
    <Loading label={label} className={styles.text}>
      {times(count, (index) => (
        <span key={index} className={styles.line} />
      ))}
    </Loading>
  );
}

/** A placeholder for rows with a chip, two lines and a sum at the end. */
export function ListSkeleton({ count = 5, label }: Props) {
  return (
    <Loading label={label} className={styles.list}>
      {times(count, (index) => (
        <span key={index} className={styles.row}>
          <span className={styles.chip} />
          <span className={styles.two}>
            <span className={styles.line} />
            <span className={styles.line} />
          </span>
          <span className={styles.sum} />
        </span>
      ))}
    </Loading>
  );
}

/** A placeholder for panels side by side. */
export function CardSkeleton({ count = 1, label }: Props) {
  return (
    <Loading label={label} className={styles.cards}>
      {times(count, (index) => (
        <span key={index} className={styles.card}>
          <span className={styles.line} />
          <span className={styles.figure} />
          <span className={styles.line} />
        </span>
      ))}
    </Loading>
  );
}

/** A placeholder for a table with its head; the last column is money. */
export function TableSkeleton({ count = 8, columns = 4, label }: Props & { columns?: number }) {
  return (
    <Loading label={label} className={styles.table}>
      {times(count + 1, (row) => (
        <span key={row} className={joinClasses(styles.tableRow, row === 0 && styles.tableHead)}>
          {times(columns, (column) => (
            <span key={column} className={styles.line} />
          ))}
        </span>
      ))}
    </Loading>
  );
}

type LoadingProps = { label?: string | undefined; className: string | undefined; children: ReactNode };

function Loading({ label = 'Загружается', className, children }: LoadingProps) {
  useLayoutEffect(delaySkeleton, []);
  return (
    <div aria-busy="true" className={joinClasses(styles.loading, className)}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </div>
  );
}

let shown = 0;

/**
 * Marks the page with `data-loading` while anything is loading, so that the layouts can hide what comes below. It would
 * move just as the user clicks it. `:has()` instead would be evaluated at every change of the page.
 */
function delaySkeleton(): () => void {
  const { dataset } = document.documentElement;
  shown += 1;
  dataset.loading = '';
  return () => {
    shown -= 1;
    if (shown === 0) delete dataset.loading;
  };
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
