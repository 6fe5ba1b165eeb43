import type { ReactNode } from 'react';
import styles from './Modal.module.css';

/** Buttons of a dialogue. They stay in sight while what is above them scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} data-foot>
      {children}
    </div>
  );
}
