import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { Logo } from '../ui/Logo.tsx';
import { ExternalLink } from '../ui/text/TextLink.tsx';
import { ContactStrip } from './ContactStrip.tsx';
import { FoldedContacts } from './FoldedContacts.tsx';
import { SkipLink } from './SkipLink.tsx';
import styles from './PublicLayout.module.css';
import { SupportBlock } from './SupportBlock.tsx';
import type { Operator } from './operator.ts';

type Props = {
  operator: Operator;
  /** Links in the middle of the header, to parts of the page. */
  nav?: readonly { title: string; href: string }[];
  /** Buttons at the right: ask, order, sign in. */
  actions?: ReactNode;
  /** `9:00–19:00`, Moscow time. */
  supportHours?: string;
  chat?: ReactNode;
  /** The switch of the colour scheme, if there is one. */
  footerExtra?: ReactNode;
  footerNote?: string;
  /** The content reaches the edges of the window and sets its own margins: the landing page, the map. */
  bleed?: boolean;
  /** The header is one line that stays at the top of the window; its documents are behind one button. */
  sticky?: boolean;
  /** Documents that only the footer lists. */
  moreDocuments?: Operator['documents'];
  children: ReactNode;
};

/** A page for visitors: a header with a phone number, the content, a footer with contacts. */
export function PublicLayout(props: Props) {
  const {
    operator,
    nav = [],
    actions,
    supportHours,
    chat,
    footerExtra,
    footerNote,
    bleed = false,
    sticky = false,
    moreDocuments = [],
    children,
  } = props;
  return (
    <div className={styles.layout} data-bleed={bleed || undefined}>
      <SkipLink />
      <header className={joinClasses(styles.header, sticky && styles.sticky)}>
        {!sticky && <ContactStrip contacts={operator} className={styles.contacts} />}
        <div className={styles.bar}>
          <AppLink to="/" className={styles.home} aria-label={`${operator.name}, на главную`}>
            <Logo name={operator.name} collapses />
          </AppLink>
          {nav.length > 0 && (
            <nav className={styles.nav} aria-label="Разделы страницы">
              {nav.map((item) => (
                <a key={item.href} href={item.href}>
                  {item.title}
                </a>
              ))}
            </nav>
          )}
          {sticky && <FoldedContacts contacts={operator} className={styles.folded} />}
          <div className={styles.actions}>{actions}</div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={bleed ? styles.bleed : styles.content}>
        {children}
      </main>
      <footer className={styles.footer} data-print="hide">
        <div className={styles.footerGrid}>
          <SupportBlock {...operator} supportHours={supportHours} chat={chat} />
          <div id="documents">
            <p className={styles.footerTitle}>Документы</p>
            <ul className={styles.documents}>
              {[...operator.documents, ...moreDocuments].map((item) => (
                <li key={item.href}>
                  <ExternalLink href={item.href} target="_blank">
                    {item.title}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className={styles.last}>
          <Logo name={operator.name} />
          {operator.legal && <p className={styles.quiet}>{operator.legal}</p>}
          {footerNote && <p className={styles.quiet}>{footerNote}</p>}
          {footerExtra && <div className={styles.switch}>{footerExtra}</div>}
        </div>
      </footer>
    </div>
  );
}
