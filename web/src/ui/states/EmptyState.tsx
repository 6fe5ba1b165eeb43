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
      <svg className={styles.road} viewBox="0 0 160 64" aria-hidden="true">
        <path d="M4 56h152" />
        <path d="M12 61h14M38 61h14M108 61h14M134 61h14" />
        <path d="M64 61h32" className={styles.dash} />
        <g transform="rotate(-6 80 30)">
          <rect x="48" y="9" width="64" height="40" rx="6" className={styles.card} />
          <path d="M56 20h12M56 40h20M96 40h8" />
        </g>
      </svg>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
