import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { ActionMenu, type MenuAction } from '../ui/ActionMenu.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './NavEntry.module.css';

export type NavItem = {
  to: string;
  title: string;
  icon: ReactNode;
  /** The current page is this one or one below it. */
  current: boolean;
};

/** A section in the rail or in the bar of a phone. */
export function NavEntry({ item }: { item: NavItem }) {
  return (
    <AppLink
      to={item.to}
      className={joinClasses(styles.entry, item.current && styles.current)}
      aria-current={item.current ? 'page' : undefined}
    >
      <span className={styles.icon}>{item.icon}</span>
      {item.title}
    </AppLink>
  );
}

/** The last of them: what has no room there. */
export function More({ actions, side }: { actions: readonly MenuAction[]; side?: 'after' }) {
  return (
    <ActionMenu
      label="Ещё"
      actions={actions}
      side={side}
      look={{
        className: styles.entry ?? '',
        content: (
          <>
            <span className={styles.icon}>
              <IconDots aria-hidden="true" stroke={1.75} />
            </span>
            Ещё
          </>
        ),
      }}
    />
  );
}
