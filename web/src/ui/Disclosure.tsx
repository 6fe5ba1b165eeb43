import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './Disclosure.module.css';

type Props = {
  summary: ReactNode;
  children: ReactNode;
  /** Open at first. */ open?: boolean;
  /** Holds a table: its answer is as wide as the page. */ wide?: boolean;
};

/** A question that opens to show its answer; works before any script has run. */
export function Disclosure({ summary, children, open, wide = false }: Props) {
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.summary}>
        {summary}
        <IconPlus aria-hidden="true" stroke={1.75} className={styles.sign} />
      </summary>
      <div className={joinClasses(styles.body, wide && styles.wide)}>{children}</div>
    </details>
  );
}
