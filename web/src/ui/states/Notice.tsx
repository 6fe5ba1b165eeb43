import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import styles from './Notice.module.css';

type Tone = 'info' | 'go' | 'warn' | 'error';
type Props = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or a link at the end of the bar. */
  action?: ReactNode;
  className?: string;
};

/** A message about the place where it appears. Screen readers read an error at once, anything else when idle. */
export function Notice({ tone = 'info', title, children, action, className }: Props) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={joinClasses(styles.notice, styles[tone], className)}
    >
      <Icon aria-hidden="true" className={styles.icon} stroke={1.75} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

const ICONS = {
  info: IconInfoCircle,
  go: IconCircleCheck,
  warn: IconAlertTriangle,
  error: IconAlertTriangle,
};
