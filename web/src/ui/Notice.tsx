import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './Notice.module.css';

type Tone = 'info' | 'go' | 'warn' | 'error';
type Props = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or a link at its end. */
  action?: ReactNode;
  className?: string;
};

/** A bar that tells something about this place. An error is spoken at once, the rest when there is time. */
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
