import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './SelectionBar.module.css';

type Props = {
  /** For screen readers: «Выбранные карты». */
  label: string;
  /** «3 карты» */
  words: string;
  /** What the selected rows come to. */
  below?: ReactNode;
  selected: number;
  /** How many rows can be selected, where all of them can be at once. */
  all?: { count: number; onChoose: () => void };
  onNone: () => void;
  /** The deeds. */
  children: ReactNode;
};

/** The actions for the selected rows; stays visible while the list scrolls. */
export function SelectionBar({ label, words: text, below, selected, all, onNone, children }: Props) {
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
      <span className={styles.deeds}>{children}</span>
    </section>
  );
}
