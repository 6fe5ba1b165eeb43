import type { CreditChange } from '#contract/credits.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Money } from '../../ui/Money.tsx';
import styles from './CreditHistory.module.css';

/** Every change of a client's credit, newest first: nothing of it can be taken out. */
export function CreditHistory({ changes }: { changes: readonly CreditChange[] }) {
  if (changes.length === 0) return <p className="ink-2">Кредит ещё не меняли.</p>;
  return (
    <section aria-label="История кредита">
      <h3 className={styles.title}>История</h3>
      <ol className={styles.changes}>
        {changes.map((one) => (
          <li key={one.id}>
            <span>
              <Money value={one.before.creditSum} /> → <Money value={one.after.creditSum} />
              {daysWords(one)}
            </span>
            <span className="ink-2">
              <DateText value={one.changed_at} style="datetime" />, {one.changed_by}
              {one.used > 0 && (
                <>
                  , было использовано <Money value={one.used} />
                </>
              )}
            </span>
            {one.reason && <span className="ink-2">Основание: {one.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function daysWords({ before, after }: CreditChange): string {
  const [was, is] = [before, after].map(
    (one) => `${one.creditDaysForPayment} + ${one.creditDaysWithoutPayment}`,
  );
  return was === is ? '' : `, дней ${was} → ${is}`;
}
