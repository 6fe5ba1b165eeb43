import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './FilterBar.module.css';

type Props = {
  /** For screen readers: «Фильтры операций». */
  label: string;
  /** How many are chosen: on a phone the button says it. */
  chosen: number;
  /** Stands before the button on a phone: the search field. */
  search?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Takes all of them off; null where nothing is chosen. */
  onClear?: (() => void) | null;
};

/** The filters of a list; on a phone they are behind one button, which says how many are chosen. */
export function FilterBar({ label, chosen, search, children, onClear }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <search className={styles.bar} aria-label={label} data-print="hide">
      {search}
      <Button
        className={styles.toggle}
        icon={<IconAdjustmentsHorizontal aria-hidden="true" stroke={1.75} />}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {chosen > 0 ? `Фильтры: ${chosen}` : 'Фильтры'}
      </Button>
      <div id={id} className={shown ? styles.shown : styles.fields}>
        {children}
        {onClear && (
          <Button variant="quiet" size="small" className={styles.clear} onClick={onClear}>
            Сбросить
          </Button>
        )}
      </div>
    </search>
  );
}
