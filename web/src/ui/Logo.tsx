import { joinClasses } from '../lib/join-classes.ts';
import styles from './Logo.module.css';

type Props = {
  /** The programme's name. */ name?: string;
  /** Shows only the sign, when there is no room for the name. */ sign?: boolean;
  /** Shows the name from 480 px up; screen readers always read it. */ collapses?: boolean;
};

/** A road sign on which two carriageways and the centre line between them make the letter М. */
export function Logo({ name = 'Магистраль', sign = false, collapses = false }: Props) {
  return (
    <span className={styles.logo}>
      <svg
        className={styles.sign}
        viewBox="0 0 32 32"
        role={sign ? 'img' : undefined}
        aria-label={sign ? name : undefined}
        aria-hidden={sign ? undefined : true}
      >
        <rect className={styles.plate} width="32" height="32" rx="8" />
        <path className={styles.verge} d="M7.5 25 10.5 8 16 19.5 21.5 8l3 17" />
        <path className={styles.centre} d="M16 23.2v3.6" />
      </svg>
      {!sign && <span className={joinClasses(styles.name, collapses && styles.collapses)}>{name}</span>}
    </span>
  );
}
