import type { Icon } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { ButtonLink } from './Button.tsx';
import { Money } from './text/Money.tsx';
import styles from './WaitingRows.module.css';

export interface WaitingRow {
  key: string;
  Icon: Icon;
  /** Names the action for a screen reader, which announces it without its row. */
  name: string;
  /** Shown instead of the name, where a part of the row is read apart. */
  text?: ReactNode;
  /** A second line: a term and what follows. */
  note?: string | undefined;
  sum: number | null;
  /** The page that decides it, or a part that decides it in place. */
  action: { label: string; to: string } | { part: ReactNode };
  late?: boolean;
}

type Props = { rows: readonly WaitingRow[]; /** Rows whose room is reserved. */ places?: number };

/** «Ждёт решения»: the waiting cases, each with its sum and its one action. */
export function WaitingRows({ rows, places = 0 }: Props) {
  return (
    <ul className={styles.rows} aria-label="Ждёт решения" style={{ '--places': places } as CSSProperties}>
      {rows.map(({ key, Icon: Sign, name, text = name, note, sum, action, late }) => (
        <li key={key} className={joinClasses(styles.row, late && styles.late)}>
          <Sign aria-hidden="true" stroke={1.75} className={styles.icon} />
          <span className={styles.text}>
            {text}
            {note && <span className={styles.note}>{note}</span>}
          </span>
          {sum !== null && <Money value={sum} className={styles.sum} />}
          <span className={styles.action}>
            {'part' in action ? (
              action.part
            ) : (
              <ButtonLink to={action.to} size="small" variant="quiet" aria-label={`${action.label}: ${name}`}>
                {action.label}
              </ButtonLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
