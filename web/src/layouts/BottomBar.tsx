import { IconDots } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import type { MenuAction } from '../ui/layers/ActionMenu.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Modal } from '../ui/layers/Modal.tsx';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import { NavEntry, WaitingBadge, type NavGroup, type NavItem, type Person } from './NavEntry.tsx';
import { SearchButton } from './SearchButton.tsx';
import entry from './NavEntry.module.css';
import styles from './BottomBar.module.css';

type Props = {
  /** Four places under the thumb; «Ещё» is the fifth, as many as a thumb can hit reliably on a 360 px phone. */
  bar: readonly NavItem[];
  /** All items of the menu, behind «Ещё». */
  groups: readonly NavGroup[];
  person: Person;
  actions: readonly MenuAction[];
  /** Notices that the person has not read. */
  unread: number;
  onSearch?: (() => void) | undefined;
};

/** The places of a phone: a bar at the bottom, and a sheet with all of them. */
export function BottomBar({ bar, groups, person, actions, unread, onSearch }: Props) {
  const [opened, setOpened] = useState(false);
  const callingId = useId();
  const close = () => setOpened(false);
  const inBar = bar.some(({ current }) => current);
  const elsewhere = !inBar && groups.some(({ items }) => items.some(({ current }) => current));
  return (
    <nav className={styles.bar} aria-label="Разделы кабинета">
      {bar.map((item) => (
        <NavEntry key={item.to} item={item} look="stacked" />
      ))}
      <button
        type="button"
        className={joinClasses(entry.stacked, elsewhere && entry.current)}
        aria-haspopup="dialog"
        aria-describedby={unread > 0 ? callingId : undefined}
        onClick={() => setOpened(true)}
      >
        <span className={entry.icon}>
          <IconDots aria-hidden="true" stroke={1.75} />
        </span>
        Ещё
        {unread > 0 && (
          <span className={entry.waiting} aria-hidden="true">
            {unread}
          </span>
        )}
      </button>
      {unread > 0 && <VisuallyHidden id={callingId}>Не прочитано уведомлений: {unread}</VisuallyHidden>}
      <Modal opened={opened} onClose={close} title="Все разделы">
        <nav aria-label="Все разделы" className={styles.sheet}>
          {onSearch && (
            <SearchButton
              onPress={() => {
                close();
                onSearch();
              }}
            />
          )}
          <section aria-label="Разделы">
            {groups.flatMap(({ items }) =>
              items.map((item) => <NavEntry key={item.to} item={item} look="row" onPress={close} />),
            )}
          </section>
          <section aria-label="Профиль">
            <p className={styles.group}>
              {person.name}
              {person.note && `, ${person.note}`}
            </p>
            {actions.map((action) => (
              <PersonAction key={action.key} action={action} onPress={close} />
            ))}
          </section>
        </nav>
      </Modal>
    </nav>
  );
}

function PersonAction({ action, onPress: onClick }: { action: MenuAction; onPress: () => void }) {
  const label = (
    <>
      <span className={entry.icon}>{action.icon}</span>
      {action.label}
      <WaitingBadge count={action.waiting} isUnread />
    </>
  );
  if (action.to !== undefined) {
    return (
      <AppLink to={action.to} className={entry.row} onClick={onClick}>
        {label}
      </AppLink>
    );
  }
  return (
    <button
      type="button"
      className={entry.row}
      onClick={() => {
        onClick();
        action.onSelect();
      }}
    >
      {label}
    </button>
  );
}
