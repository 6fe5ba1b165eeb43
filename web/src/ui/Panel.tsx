import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './Panel.module.css';

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode;
  /** Action at the right of the title. */
  action?: ReactNode;
  /** `inset` is drawn lower than the page. `flush` has no padding, for a table or a list that reaches the edges. */
  variant?: 'plain' | 'inset' | 'flush';
};

/** A sheet on the page, with a hairline around it. */
export function Panel({ title, action, variant = 'plain', className, children, ...rest }: Props) {
  return (
    <section {...rest} className={joinClasses(styles.panel, styles[variant], className)}>
      {(title || action) && (
        <header className={styles.header}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {action && <div className={styles.action}>{action}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
