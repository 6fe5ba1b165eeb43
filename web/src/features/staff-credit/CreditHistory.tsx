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
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              <Money value={change.before.creditSum} /> → <Money value={change.after.creditSum} />
              {formatDaysChange(change)}
            </span>
            <span className="ink-2">
              <DateText value={change.changed_at} style="datetime" />, {change.changed_by}
              {change.used > 0 && (
                <>
                  , было использовано <Money value={change.used} />
                </>
              )}
            </span>
            {change.reason && <span className="ink-2">Основание: {change.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function formatDaysChange({ before, after }: CreditChange): string {
  const [was, is] = [before, after].map(
    (item) => `${item.creditDaysForPayment} + ${item.creditDaysWithoutPayment}`,
  );
  return was === is ? '' : `, дней ${was} → ${is}`;
}
