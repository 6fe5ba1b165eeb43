import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

type Props = {
  /** Text about what will be here. */
  title: ReactNode;
  /** Explains how to get it. */
  children?: ReactNode;
  action?: ReactNode;
};

/** Shown in an empty place. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <svg className={styles.road} viewBox="0 0 120 36" aria-hidden="true">
        <path d="M8 34 44 3M112 34 76 3" />
        <path d="M60 34v-9M60 19v-6M60 9V5" className={styles.dashes} />
        <path d="M0 2.5h120" />
      </svg>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
