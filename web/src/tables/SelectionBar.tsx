import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './SelectionBar.module.css';

type Props = {
  /** Name for screen readers: «Выбранные карты». */
  label: string;
  /** «3 карты» */
  text: string;
  /** Totals of the selected rows. */
  below?: ReactNode;
  selected: number;
  /** Number of rows that can be selected, if all of them can be selected at once. */
  all?: { count: number; onChoose: () => void };
  onNone: () => void;
  /** Actions on the selected rows. */
  children: ReactNode;
};

/** The actions for the selected rows; stays visible while the list scrolls. */
export function SelectionBar({ label, text, below, selected, all, onNone, children }: Props) {
  if (selected === 0) return null;
  return (
    <section className={styles.bar} aria-label={label}>
      <div className={styles.count}>
        <p role="status">{`Выбрано: ${text}`}</p>
        {below && <p className={styles.below}>{below}</p>}
      </div>
      {all && selected < all.count && (
        <Button variant="quiet" size="small" onClick={all.onChoose}>
          {`Выбрать все ${formatNumber(all.count)}`}
        </Button>
      )}
      <IconButton label="Снять выбор" icon={<IconX aria-hidden="true" stroke={1.75} />} onClick={onNone} />
      <span className={styles.actions}>{children}</span>
    </section>
  );
}
