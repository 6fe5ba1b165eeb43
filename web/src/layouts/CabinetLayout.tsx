import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import type { MenuAction } from '../ui/ActionMenu.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { ContactFooter, type Contacts } from './ContactFooter.tsx';
import { More, NavEntry, type NavItem } from './NavEntry.tsx';
import { SkipLink } from './SkipLink.tsx';
import styles from './CabinetLayout.module.css';

type Props = {
  operatorName: string;
  /** Where the logo leads; by default to the cards. */
  home?: { to: string; label: string };
  /** Карты, Операции, Счета, Документы, АЗС: all of them on the rail, the first four in the bar of a phone. */
  nav: readonly NavItem[];
  /** Behind «Ещё»; on a phone the fifth of `nav` is there too. */
  more: readonly MenuAction[];
  title: ReactNode;
  /** One line under the title: whose cabinet it is. */
  note?: ReactNode;
  back?: { to: string; label: string };
  /** The primary action: at the right of the title, on a phone above the bar. */
  action?: ReactNode;
  /** Quiet links beside it: «Доступ». */
  links?: ReactNode;
  /** Above everything: maintenance. */
  banner?: ReactNode;
  /** A notice that came after the page was shown: below the page, where it moves nothing. */
  late?: ReactNode;
  /** The balances: a sticky column on a desktop, the first card on a phone. */
  balance?: ReactNode;
  /** Under the balances on a desktop, under the content on a phone. */
  widgets?: ReactNode;
  /** Whom a client can call; the programme's own staff need none. */
  contacts?: Contacts;
  children: ReactNode;
};

const CARDS = { to: '/cabinet', label: 'мои карты' };

/** The cabinet: a slim rail, or a bar at the bottom of a phone; the page; the money beside it. */
export function CabinetLayout(props: Props) {
  const {
    operatorName,
    home = CARDS,
    nav,
    more,
    title,
    note,
    back,
    action,
    links,
    banner,
    balance,
    widgets,
  } = props;
  const overflow = nav.slice(BAR_PLACES).map((item) => ({
    key: item.to,
    label: item.title,
    icon: item.icon,
    to: item.to,
  }));
  return (
    <div className={styles.layout}>
      <SkipLink />
      <nav className={styles.rail} aria-label="Разделы кабинета" data-print="hide">
        <AppLink to={home.to} className={styles.home} aria-label={`${operatorName}, ${home.label}`}>
          <Logo sign name={operatorName} />
        </AppLink>
        {nav.map((item) => (
          <NavEntry key={item.to} item={item} />
        ))}
        <More actions={more} side="after" />
      </nav>
      <div className={styles.page}>
        <div className={styles.banner}>{banner}</div>
        <div className={joinClasses(styles.grid, Boolean(balance || widgets) && styles.withColumn)}>
          <div className={styles.title}>
            <PageTitle
              back={back}
              note={note}
              actions={
                (links || action) && (
                  <>
                    {links}
                    {action && <span className={styles.deskAction}>{action}</span>}
                  </>
                )
              }
            >
              {title}
            </PageTitle>
          </div>
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
          {props.contacts && <ContactFooter contacts={props.contacts} className={styles.contacts} />}
        </div>
      </div>
      <div className={styles.foot} data-print="hide">
        {action && (
          <section aria-label="Главное действие" className={styles.thumbAction}>
            {action}
          </section>
        )}
        <nav className={styles.bar} aria-label="Разделы кабинета">
          {nav.slice(0, BAR_PLACES).map((item) => (
            <NavEntry key={item.to} item={item} />
          ))}
          <More actions={[...overflow, ...more]} />
        </nav>
      </div>
    </div>
  );
}

/** Four and «Ещё» make five, as many as a thumb can hit reliably on a 360 px phone. */
const BAR_PLACES = 4;
