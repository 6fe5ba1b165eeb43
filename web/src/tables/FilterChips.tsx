import { IconX } from '@tabler/icons-react';
import { Button } from '../ui/Button.tsx';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import styles from './FilterChips.module.css';

export type Chip = { key: string; /** «Сеть: Роснефть». */ label: string; onRemove: () => void };

/** Shows the filters of a list as text. Each can be removed by itself. */
export function FilterChips({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) {
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Выбранные фильтры" data-print="hide">
      {chips.map((chip) => (
        <li key={chip.key}>
          <button type="button" className={styles.chip} onClick={chip.onRemove}>
            <VisuallyHidden>Убрать фильтр </VisuallyHidden>
            {chip.label}
            <IconX aria-hidden="true" stroke={2} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button size="small" variant="quiet" onClick={onClear}>
            Сбросить все
          </Button>
        </li>
      )}
    </ul>
  );
}
