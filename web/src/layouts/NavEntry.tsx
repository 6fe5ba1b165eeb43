import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './NavEntry.module.css';

export type NavItem = {
  to: string;
  title: string;
  icon: ReactNode;
  /** The current page is this one or one below it. */
  current: boolean;
  /** Number of waiting items. Zero is not shown. */
  waiting?: number | undefined;
};

/** Places that belong together. */
export type NavGroup = { items: readonly NavItem[] };

/** User who is signed in, and their company. */
export type Person = { name: string; initials: string; note?: string | undefined };

type Props = {
  item: NavItem;
  /** A line with the icon before the word, or the icon above a small word. */
  look: 'row' | 'stacked';
  onPress?: () => void;
};

/** A place in the sidebar, in the bar of a phone or in the sheet above it. */
export function NavEntry({ item, look: variant, onPress: onClick }: Props) {
  return (
    <AppLink
      to={item.to}
      className={joinClasses(styles[variant], item.current && styles.current)}
      aria-current={item.current ? 'page' : undefined}
      onClick={onClick}
    >
      <span className={styles.icon}>{item.icon}</span>
      {item.title}
      <WaitingBadge count={item.waiting} />
    </AppLink>
  );
}

/** Number of waiting items beside an entry; nothing for zero. */
export function WaitingBadge({
  count = 0,
  isUnread = false,
}: {
  count?: number | undefined;
  isUnread?: boolean;
}) {
  if (count === 0) return null;
  return (
    <span className={styles.waiting}>
      <VisuallyHidden>{isUnread ? ', не прочитано: ' : ', ждут: '}</VisuallyHidden>
      {count}
    </span>
  );
}
