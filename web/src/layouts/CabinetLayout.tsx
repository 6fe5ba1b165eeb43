import { IconSwitchHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import type { MenuAction } from '../ui/layers/ActionMenu.tsx';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import { BottomBar } from './BottomBar.tsx';
import { ContactFooter, type Contacts } from './ContactFooter.tsx';
import type { ShownTabs } from './find-place.ts';
import type { NavGroup, NavItem, Person } from './NavEntry.tsx';
import { PlaceTabs } from './PlaceTabs.tsx';
import { PrintedHead } from './PrintedHead.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SkipLink } from './SkipLink.tsx';
import styles from './CabinetLayout.module.css';

type Props = {
  operatorName: string;
  /** Stands at the head of a printed page: the company, or the programme for its staff. */
  printedOwner: string;
  /** Target of the logo, by default the cards. */
  home?: { to: string; label: string };
  /** All places, in the sidebar of a desk and in the sheet of a phone. */
  groups: readonly NavGroup[];
  /** The four items that stand in the bar of a phone. */
  bar: readonly NavItem[];
  person: Person;
  /** Actions of the user on their own session and settings. */
  personActions: readonly MenuAction[];
  /** Opens the search over everything; without it there is none. */
  onSearch?: () => void;
  /** Without a title the page has a heading of its own and reaches the edges, as the map does. */
  title?: ReactNode;
  /** Company that is worked in, for a user with several: a phone and a rail show its name nowhere else. */
  company?: { title: string; onPress: () => void } | undefined;
  /** Only a detail page has it. */
  back?: { to: string; label: string } | undefined;
  /** Links at the right of the title, in its line on a phone too. */
  links?: ReactNode;
  /** The pages of the current place, and the parts of the current page. */
  tabs: readonly ShownTabs[];
  /** Notices that the person has not read. */
  unread?: number;
  /** Above everything: maintenance. */
  banner?: ReactNode;
  /** A notice that came after the page was shown: below the page, where it moves nothing. */
  late?: ReactNode;
  /** The balances: a sticky column on a desktop, the first card on a phone. */
  balance?: ReactNode;
  /** Under the balances on a desktop, under the content on a phone. */
  widgets?: ReactNode;
  /** Contacts that a client can call. The programme's own staff need none. */
  contacts?: Contacts;
  children: ReactNode;
};

const CARDS = { to: '/cabinet', label: 'мои карты' };

/** The cabinet: the places at the left, or in a bar at the bottom of a phone; the page; the money beside it. */
export function CabinetLayout(props: Props) {
  const { operatorName, home = CARDS, title, company, back, links, tabs, banner, balance, widgets } = props;
  const places = {
    groups: props.groups,
    person: props.person,
    actions: props.personActions,
    unread: props.unread ?? 0,
    onSearch: props.onSearch,
  };
  return (
    <div className={styles.layout}>
      <SkipLink />
      <div className={styles.side}>
        <Sidebar operatorName={operatorName} home={home} {...places} />
      </div>
      <div className={styles.page}>
        <PrintedHead owner={props.printedOwner} />
        <div className={styles.banner}>{banner}</div>
        <div
          className={joinClasses(
            styles.grid,
            Boolean(balance || widgets) && styles.withColumn,
            !title && styles.bleed,
          )}
        >
          {(title || company || tabs.length > 0) && (
            <div className={styles.title}>
              {company && (
                <button type="button" className={styles.company} onClick={company.onPress}>
                  {company.title}
                  <IconSwitchHorizontal aria-hidden="true" stroke={1.75} />
                  <VisuallyHidden>, перейти в другую компанию</VisuallyHidden>
                </button>
              )}
              {title && (
                <PageTitle back={back} actions={links} line>
                  {title}
                </PageTitle>
              )}
              {tabs.map((row, place) => (
                <PlaceTabs key={row.label} {...row} look={place === 0 ? 'tabs' : 'parts'} />
              ))}
            </div>
          )}
          {(balance || widgets) && (
            <aside className={styles.column} aria-label="Балансы и сервисы" data-print="hide">
              {balance && <div className={styles.balance}>{balance}</div>}
              {widgets && <div className={styles.widgets}>{widgets}</div>}
            </aside>
          )}
          <main id="content" tabIndex={-1} className={styles.main}>
            {props.children}
            <div className={styles.late}>{props.late}</div>
          </main>
          {props.contacts && <ContactFooter contacts={props.contacts} className={styles.contacts} folds />}
        </div>
      </div>
      <div className={styles.foot} data-print="hide">
        <BottomBar bar={props.bar} {...places} />
      </div>
    </div>
  );
}
