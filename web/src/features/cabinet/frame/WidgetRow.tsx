import type { ReactNode } from 'react';
import styles from './WidgetRow.module.css';

type Props = {
  title: ReactNode;
  children?: ReactNode;
  /** A link or a button at the end of the row. */ action?: ReactNode;
};

/** One line of the column beside the cards: its name, its state, and what can be done. */
export function WidgetRow({ title, children, action }: Props) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children && <p className={styles.state}>{children}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  );
}
