import {
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconClockHour4,
  IconLock,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import styles from './StatusLabel.module.css';

export type StatusTone = 'go' | 'stop' | 'locked' | 'wait' | 'neutral';
type Props = {
  tone: StatusTone;
  children: ReactNode;
  /** Replaces the tone's own icon. */ icon?: ReactNode;
};

/** Shows a state as text with an icon: done, refused, blocked, in progress, not yet. Never by colour alone. */
export function StatusLabel({ tone, children, icon }: Props) {
  const Icon = ICONS[tone];
  return (
    <span className={joinClasses(styles.status, styles[tone])}>
      {icon ?? <Icon aria-hidden="true" stroke={2} />}
      <span>{children}</span>
    </span>
  );
}

/** A state that is the normal one: an icon in a list, which asks for no attention. Paper and screen readers get its words. */
export function NormalStatus({ children }: { children: string }) {
  return (
    <span className={styles.normal} title={children} data-desk>
      <IconCheck aria-hidden="true" stroke={1.75} />
      <span className={styles.spoken}>{children}</span>
    </span>
  );
}

const ICONS = {
  go: IconCircleCheckFilled,
  stop: IconCircleX,
  locked: IconLock,
  wait: IconClockHour4,
  neutral: IconCircleDashed,
};
