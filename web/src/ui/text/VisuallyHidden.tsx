import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

type Props = { id?: string; role?: 'status' | 'alert'; children: ReactNode };

/** Text for screen readers only. With `role="status"` its changes are announced politely. */
export function VisuallyHidden({ id, role, children }: Props) {
  return (
    <span id={id} role={role} className={styles.hidden}>
      {children}
    </span>
  );
}
