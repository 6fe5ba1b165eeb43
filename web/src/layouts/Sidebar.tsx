import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode, type RefObject, useState } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { ActionMenu, type MenuAction } from '../ui/layers/ActionMenu.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Logo } from '../ui/Logo.tsx';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import { NavEntry, type NavGroup, type Person } from './NavEntry.tsx';
import { SearchButton } from './SearchButton.tsx';
import styles from './Sidebar.module.css';
import { isCurrentAddress } from '../lib/is-current-address.ts';
import { storeText } from '../lib/store-text.ts';
import { useMedia } from '../lib/use-media.ts';

type Props = {
  operatorName: string;
  /** Target of the logo. */
  home: { to: string; label: string };
  groups: readonly NavGroup[];
  /** User who is signed in, at the foot. Their own settings open from there. */
  person: Person;
  actions: readonly MenuAction[];
  /** Notices that the person has not read. */
  unread: number;
  onSearch?: (() => void) | undefined;
};

/** Shows the places on a desk, always visible: with labels in groups, or as a rail, by choice or for lack of room. */
export function Sidebar({ operatorName, home, groups, person, actions, unread, onSearch }: Props) {
  const { isRail, toggle } = useSidebarChoice();
  const current = groups.flatMap(({ items }) => items).find((item) => item.current)?.to;
  const places = useShownPlace(`${current} ${isRail}`);
  return (
    <nav
      className={joinClasses(styles.sidebar, isRail && styles.rail)}
      aria-label="Разделы кабинета"
      data-rail={isRail || undefined}
      data-print="hide"
    >
      {/* On the page that it leads to, the logo is no link. */}
      {isCurrentAddress(home.to) ? (
        <span className={styles.home}>
          <Logo sign={isRail} name={operatorName} />
        </span>
      ) : (
        <AppLink to={home.to} className={styles.home} aria-label={`${operatorName}, ${home.label}`}>
          <Logo sign={isRail} name={operatorName} />
        </AppLink>
      )}
      {onSearch && (
        <div className={styles.search}>
          <SearchButton onPress={onSearch} isRail={isRail} />
        </div>
      )}
      <div ref={places} className={styles.places}>
        {groups.map((group) => (
          <Places key={group.items[0]?.to} group={group} isRail={isRail} />
        ))}
      </div>
      <div className={styles.foot}>
        <ActionMenu
          label="Профиль"
          actions={actions}
          side="after"
          look={{
            className: styles.person ?? '',
            content: <PersonLabel person={person} unread={unread} isRail={isRail} />,
          }}
        />
        <button
          type="button"
          className={styles.fold}
          onClick={toggle}
          aria-label={isRail ? 'Развернуть меню' : 'Свернуть меню'}
        >
          {isRail ? (
            <IconLayoutSidebarLeftExpand aria-hidden="true" stroke={1.75} />
          ) : (
            <IconLayoutSidebarLeftCollapse aria-hidden="true" stroke={1.75} />
          )}
        </button>
      </div>
    </nav>
  );
}

/** The place one is in stands within the list, however long it is. Only the list itself is scrolled. */
function useShownPlace(place: string): RefObject<HTMLDivElement | null> {
  const places = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = places.current;
    const current = list?.querySelector('[aria-current="page"]');
    if (!list || !current) return;
    const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollBy(0, inner.top - outer.top);
    if (inner.bottom > outer.bottom) list.scrollBy(0, inner.bottom - outer.bottom);
  }, [place]);
  return places;
}

function Places({ group, isRail }: { group: NavGroup; isRail: boolean }) {
  return (
    <ul className={styles.group}>
      {group.items.map((item) => (
        <li key={item.to}>
          <NavEntry item={item} look={isRail ? 'stacked' : 'row'} />
        </li>
      ))}
    </ul>
  );
}

type PersonLabelProps = { person: Person; unread: number; isRail: boolean };

function PersonLabel({ person, unread, isRail }: PersonLabelProps): ReactNode {
  return (
    <>
      <VisuallyHidden>Профиль: </VisuallyHidden>
      <span className={styles.initials} aria-hidden="true">
        {person.initials}
      </span>
      {isRail ? (
        <VisuallyHidden>{person.name}</VisuallyHidden>
      ) : (
        <span className={styles.words}>
          <span className={styles.name}>{person.name}</span>
          {person.note && <span className={styles.note}>{person.note}</span>}
        </span>
      )}
      {unread > 0 && (
        <span className={styles.unread}>
          <VisuallyHidden>, не прочитано уведомлений: </VisuallyHidden>
          {unread}
        </span>
      )}
    </>
  );
}

const KEY = 'magistral.sidebar';

type Choice = 'rail' | 'words';

/** Returns whether the sidebar is a rail: as the user has chosen in this browser, otherwise by the available room. */
function useSidebarChoice(): { isRail: boolean; toggle: () => void } {
  const isWide = useMedia('(min-width: 1200px)');
  const [choice, setChoice] = useState(readStored);
  const isRail = choice === null ? !isWide : choice === 'rail';
  function toggle() {
    const next: Choice = isRail ? 'words' : 'rail';
    storeText('localStorage', KEY, next);
    setChoice(next);
  }
  return { isRail, toggle };
}

function readStored(): Choice | null {
  try {
    const text = localStorage.getItem(KEY);
    return text === 'rail' || text === 'words' ? text : null;
  } catch {
    return null;
  }
}
