import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { ContactFooter, type Contacts } from './ContactFooter.tsx';
import { ContactStrip } from './ContactStrip.tsx';
import { SkipLink } from './SkipLink.tsx';
import styles from './WizardLayout.module.css';

type Props = {
  operatorName: string;
  contacts: Contacts;
  title: ReactNode;
  note?: ReactNode;
  steps?: readonly string[];
  /** Counted from 0. */
  current?: number;
  back?: { to: string; label: string };
  /** Target of the cross. No cross if omitted. */
  leave?: { to: string; label: string };
  /** Action before the cross: signing out. */
  action?: ReactNode;
  /** Shows the order and its cost, beside the form on a desktop and under it on a phone. */
  aside?: ReactNode;
  /** Above everything: maintenance. */
  banner?: ReactNode;
  children: ReactNode;
};

/** A page for one task: a short header, the steps, one column. */
export function WizardLayout(props: Props) {
  const {
    operatorName,
    contacts,
    title,
    note,
    steps,
    current = 0,
    back,
    leave,
    action,
    aside,
    banner,
    children,
  } = props;
  return (
    <div className={styles.layout}>
      <SkipLink />
      <header className={styles.header}>
        <ContactStrip contacts={contacts} />
        <div className={styles.bar}>
          <AppLink to="/" className={styles.home} aria-label={`${operatorName}, на главную`}>
            <Logo name={operatorName} />
          </AppLink>
          {action}
          {leave && (
            <AppLink to={leave.to} className={styles.leave} aria-label={leave.label}>
              <IconX aria-hidden="true" stroke={1.75} />
            </AppLink>
          )}
        </div>
      </header>
      {banner && <div className={styles.banner}>{banner}</div>}
      <main id="content" tabIndex={-1} className={aside ? styles.withAside : styles.main}>
        <div className={styles.head}>
          {steps && <Stepper steps={steps} current={current} />}
          <PageTitle back={back} note={note}>
            {title}
          </PageTitle>
        </div>
        <div className={styles.column}>{children}</div>
        {aside && <aside className={styles.aside}>{aside}</aside>}
      </main>
      <ContactFooter contacts={contacts} className={styles.contacts} />
    </div>
  );
}
