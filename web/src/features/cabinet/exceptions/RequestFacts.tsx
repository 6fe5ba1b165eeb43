import type { Exception } from '#contract/fleet/exceptions.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { formatLitres, formatMoney } from '../../../lib/format.ts';
import styles from './Exceptions.module.css';

/** Shows who asks, from which truck, at which station, and what it costs, as far as it is known. */
export function RequestFacts({ exception }: { exception: Exception }) {
  const { plate, driver, asked_by: by, station, goods, litres, price, cost } = exception;
  const fuel = [goods, formatLitres(litres), price !== null && `по ${formatMoney(price)}`];
  return (
    <div className={styles.facts}>
      <p className={styles.reason}>
        {[plate && formatPlate(plate), driver ?? by].filter(Boolean).join(' · ')}
        {cost !== null && <span className={styles.cost}>{formatMoney(cost)}</span>}
      </p>
      <p className={styles.what}>{[fuel.filter(Boolean).join(' '), station].filter(Boolean).join(' · ')}</p>
    </div>
  );
}
