import { IconSearch } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './SearchButton.module.css';

type Props = {
  onPress: () => void;
  /** The rail has room for the label alone. */
  isRail?: boolean;
};

/** Opens the search; shows the key that does the same. */
export function SearchButton({ onPress: onClick, isRail = false }: Props) {
  return (
    <button
      type="button"
      className={joinClasses(styles.search, isRail && styles.rail)}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onClick}
    >
      <IconSearch aria-hidden="true" stroke={1.75} className={styles.glass} />
      Поиск
      <kbd className={styles.key} aria-hidden="true">
        {/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}
