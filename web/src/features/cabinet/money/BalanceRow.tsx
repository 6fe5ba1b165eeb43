import type { ReactNode } from 'react';
import { joinClasses } from '../../../lib/join-classes.ts';
import { SegmentKey, type Segment } from '../../../ui/text/Meter.tsx';
import styles from './BalanceSheet.module.css';

type Props = {
  label: string;
  tone?: Segment['tone'] | undefined;
  strong?: boolean;
  alarming?: boolean;
  children: ReactNode;
};

/** A line of the balances: what it is, and how much or until when. */
export function BalanceRow({ label, tone, strong = false, alarming = false, children }: Props) {
  return (
    <div className={styles.row}>
      <dt className={styles.name}>
        {tone && <SegmentKey tone={tone} />}
        {label}
      </dt>
      <dd className={joinClasses(strong ? styles.strong : styles.sum, alarming && styles.debt)}>
        {children}
      </dd>
    </div>
  );
}
