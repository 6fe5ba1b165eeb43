import { joinClasses } from '../../lib/join-classes.ts';
import { toneOfPartner } from '../../cards/describe-card.ts';
import { getFill } from '../../ui/tone.ts';
import styles from './DayBars.module.css';

type Day = { date: string; networks: readonly { partner_id: number; sum: number }[] };

/** Spending of each day of the month until `today`, stacked in the networks' colours. The figures stand beside it. */
export function DayBars({ days, today }: { days: readonly Day[]; today: string }) {
  const byDate = new Map(days.map((day) => [day.date, day.networks]));
  const dates = Array.from(
    { length: Number(today.slice(8)) },
    (_, index) => `${today.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
  );
  const max = Math.max(0, ...days.map(getTotal));
  return (
    <span className={styles.bars} aria-hidden="true">
      {dates.map((date) => (
        <span key={date} className={styles.day}>
          {(byDate.get(date) ?? [])
            .filter(({ sum }) => sum > 0)
            .map(({ partner_id: partner, sum }) => (
              <span
                key={partner}
                className={joinClasses(styles.part, getFill(toneOfPartner(partner)).className)}
                style={{ ...getFill(toneOfPartner(partner)).style, height: `${(sum / max) * 100}%` }}
              />
            ))}
        </span>
      ))}
    </span>
  );
}

/** Total of spending. A refund of fuel that was bought on another day does not shorten a bar. */
function getTotal({ networks }: Day): number {
  return networks.reduce((total, { sum }) => total + Math.max(0, sum), 0);
}
