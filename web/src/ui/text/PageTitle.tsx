import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { AppLink } from '../AppLink.tsx';
import styles from './PageTitle.module.css';

type Props = {
  children: ReactNode;
  /** The arrow before the title; screen readers read its label. */
  back?: { to: string; label: string } | undefined;
  /** Actions at the right: quiet ones, then the one primary action. */
  actions?: ReactNode;
  /** One line under the title. */
  note?: ReactNode;
  /** The actions stay in the line of the title on a phone, too: they are small there. */
  line?: boolean;
};

/** The one h1 of a page. */
export function PageTitle({ children, back, actions, note, line = false }: Props) {
  return (
    <header className={joinClasses(styles.header, line && styles.line)}>
      <div className={styles.words}>
        {back && (
          <AppLink to={back.to} aria-label={back.label} className={styles.back}>
            <IconArrowLeft aria-hidden="true" stroke={1.75} />
          </AppLink>
        )}
        <div>
          <h1>{children}</h1>
          {note && <p className={styles.note}>{note}</p>}
        </div>
      </div>
      {actions && (
        <div className={styles.actions} data-print="hide">
          {actions}
        </div>
      )}
    </header>
  );
}
