import type { ReactNode } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './RowLink.module.css';

/** Names a row of a table and opens it wherever the row is clicked. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AppLink to={to} className={styles.opener}>
      {children}
    </AppLink>
  );
}
