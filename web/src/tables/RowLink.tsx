import type { ReactNode } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './RowLink.module.css';

type Props = {
  to: string;
  children: ReactNode;
  /** Name for screen readers where many rows have the same text. It begins with that text. */
  label?: string;
  /** Whether the target opens over the list, which stays where it is. */
  stay?: boolean;
};

/** Names a row of a table and opens it wherever the row is clicked. */
export function RowLink({ to, children, label, stay }: Props) {
  return (
    <AppLink to={to} className={styles.opener} data-row-link aria-label={label} {...(stay && { stay })}>
      {children}
    </AppLink>
  );
}
