import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Disclosure.module.css';

type Props = { summary: ReactNode; children: ReactNode; /** Open at first. */ open?: boolean };

/** A question that opens to show its answer; works before any script has run. */
export function Disclosure({ summary, children, open }: Props) {
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.summary}>
        {summary}
        <IconPlus aria-hidden="true" stroke={1.75} className={styles.sign} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
