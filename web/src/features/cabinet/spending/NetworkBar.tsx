import { toneOfPartner } from '../../../cards/describe-card.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import type { SpendingRow } from './spending-rows.ts';
import { getFill } from '../../../ui/text/tone.ts';
import styles from './NetworkBar.module.css';

type Props = {
  networks: SpendingRow['networks'];
  /** Value of a full bar. */
  max: number;
  upright?: boolean;
};

/** A sum as a bar of its networks’ colours. The figure stands beside it, so screen readers skip it. */
export function NetworkBar({ networks, max, upright = false }: Props) {
  const side = upright ? 'height' : 'width';
  return (
    <span className={upright ? styles.upright : styles.bar} aria-hidden="true">
      {networks
        // A refund of fuel that was bought earlier takes nothing off a bar.
        .filter(({ sum }) => sum > 0)
        .map(({ partner_id: partner, sum }) => (
          <span
            key={partner}
            className={joinClasses(styles.part, getFill(toneOfPartner(partner)).className)}
            style={{ ...getFill(toneOfPartner(partner)).style, [side]: `${(sum / max) * 100}%` }}
          />
        ))}
    </span>
  );
}

/** The longest bar among rows. */
export function getMaximum(rows: readonly SpendingRow[]): number {
  const sums = rows.map(({ networks }) => networks.reduce((total, { sum }) => total + Math.max(0, sum), 0));
  return Math.max(1, ...sums);
}
