import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import { pageSlots } from './page-slots.ts';
import styles from './Pagination.module.css';

type Props = { page: number; totalPages: number; onChange: (page: number) => void; label?: string };

/** Pages from 1 to the last. Nothing is shown when there is only one. */
export function Pagination({ page, totalPages, onChange, label = 'Страницы' }: Props) {
  if (totalPages < 2) return null;
  return (
    <nav aria-label={label} className={styles.pages} data-print="hide">
      <button
        type="button"
        aria-label="Предыдущая страница"
        disabled={page <= 1}
        className={styles.page}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft aria-hidden="true" stroke={1.75} />
      </button>
      {pageSlots(page, totalPages).map((slot, index) =>
        slot === null ? (
          <span key={`gap-${index}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            key={slot}
            type="button"
            aria-label={`Страница ${slot}`}
            aria-current={slot === page ? 'page' : undefined}
            className={joinClasses(styles.page, slot === page && styles.here)}
            onClick={() => onChange(slot)}
          >
            {slot}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label="Следующая страница"
        disabled={page >= totalPages}
        className={styles.page}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight aria-hidden="true" stroke={1.75} />
      </button>
    </nav>
  );
}
