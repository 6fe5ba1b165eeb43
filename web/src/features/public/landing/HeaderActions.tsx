import { IconMessageCircle } from '@tabler/icons-react';
import { joinClasses } from '../../../lib/join-classes.ts';
import { buttonClass, ButtonLink } from '../../../ui/Button.tsx';
import { PART } from './landing-parts.ts';
import type { VisitorLinks } from './visitor-links.ts';
import styles from './HeaderActions.module.css';

type Props = VisitorLinks & {
  /** Empty when the operator has no chat. */
  chatUrl: string;
  /** The question is a sign without words, so that all fits into one line. */
  compact?: boolean;
  onStartOrder?: () => void;
};

/** The header's buttons on public pages: ask, sign in, order (spec section 2). */
export function HeaderActions({ chatUrl, compact = false, login, orderTo, onStartOrder }: Props) {
  return (
    <>
      {chatUrl && (
        <a
          className={joinClasses(buttonClass({ variant: 'quiet' }), styles.ask, compact && styles.compact)}
          title={compact ? 'Задать вопрос' : undefined}
          href={chatUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Задать вопрос"
        >
          <IconMessageCircle aria-hidden="true" stroke={1.75} />
          {!compact && <span>Задать вопрос</span>}
        </a>
      )}
      <ButtonLink {...PART.login.mark} to={login.to} onClick={login.startsOrder ? onStartOrder : undefined}>
        {login.label}
      </ButtonLink>
      <ButtonLink
        {...PART.order.mark}
        to={orderTo}
        variant="primary"
        className={styles.order}
        aria-label="Заказать карту"
      >
        Заказать <span className={styles.long}>карту</span>
      </ButtonLink>
    </>
  );
}
