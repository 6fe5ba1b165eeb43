import { formatDate } from '../lib/format.ts';
import { serverNow } from '../lib/server-clock.ts';
import { usePrinting } from '../ui/use-printing.ts';
import styles from './CabinetLayout.module.css';

/** The first line of a printed page: whose it is, and the Moscow time when it is printed. */
export function PrintedHead({ owner }: { owner: string }) {
  const isPrinting = usePrinting();
  return (
    isPrinting && (
      <p className={styles.printedHead}>
        {owner} · {formatDate(serverNow(), 'datetime')}
      </p>
    )
  );
}
