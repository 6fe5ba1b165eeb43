import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { titleClamped } from './title-clamped.ts';
import styles from './ClampedText.module.css';

/** A name in a list that is no table: two lines at most, as in a table, and whole in its title. */
export function ClampedText({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span
      className={joinClasses(styles.text, className)}
      data-clamp
      onPointerEnter={({ currentTarget }) => titleClamped(currentTarget)}
    >
      {children}
    </span>
  );
}
