import type { z } from 'zod';
import type { reconciliation } from '#contract/backoffice/staff.ts';
import { paths } from '../../../paths.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from '../../../staff/FoundList.module.css';

type Summary = NonNullable<z.infer<typeof reconciliation>['books']>;

/** The trial balance of a report in one sentence, in rubles. */
export function ReportBooks({ books }: { books: Summary }) {
  return (
    <p className={styles.quiet}>
      <TextLink to={`${paths.staffBooks}?date=${books.date}`}>
        Баланс на <DateText value={books.date} />
      </TextLink>
      : клиенты заплатили <Money value={books.received} />, на их счетах <Money value={books.clients} />,
      сетям причитается <Money value={books.networks} />, результат программы{' '}
      <Money value={books.programme} />
      {books.unplaced !== 0 && (
        <>
          , без клиента <Money value={books.unplaced} />
        </>
      )}
      {books.bank !== null && (
        <>
          , у банка <Money value={books.bank} />
        </>
      )}
      , разница <Money value={books.difference} />.
    </p>
  );
}
