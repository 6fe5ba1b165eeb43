import type { ReactNode } from 'react';
import styles from './Sample.module.css';

/** One part in one state. */
export function Sample({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className={styles.sample}>
      <p className={styles.state}>{state}</p>
      {children}
    </div>
  );
}

/** The states of one part, or of a few that belong together. */
export function Samples({ parts, children }: { parts: string; children: ReactNode }) {
  return (
    <section className={styles.samples} aria-label={parts}>
      <h2 className={styles.parts}>{parts}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}
