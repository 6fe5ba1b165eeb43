import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './FilterBar.module.css';

type Props = {
  /** For screen readers: «Фильтры операций». */
  label: string;
  /** Always seen, on a phone too: the period. */
  first: ReactNode;
  /** The other fields, which a phone has behind one button. */
  more?: ReactNode;
  /** How many of them are chosen: the button says it. */
  chosen?: number;
  /** Takes all of them off; null where nothing is chosen. */
  onClear?: (() => void) | null;
};

/** The filters of a list; on a phone all but the first are behind one button, which says how many are chosen. */
export function FilterBar({ label, first, more, chosen = 0, onClear }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <search className={styles.bar} aria-label={label} data-print="hide">
      {first}
      {more && (
        <Button
          className={styles.toggle}
          icon={<IconAdjustmentsHorizontal aria-hidden="true" stroke={1.75} />}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {chosen > 0 ? `Фильтры: ${chosen}` : 'Фильтры'}
        </Button>
      )}
      <div id={id} className={shown ? styles.shown : styles.fields}>
        {more}
        {onClear && (
          <Button variant="quiet" size="small" className={styles.clear} onClick={onClear}>
            Сбросить
          </Button>
        )}
      </div>
    </search>
  );
}
