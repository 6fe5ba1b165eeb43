import { IconArrowDown } from '@tabler/icons-react';
import { lastFour } from '#contract/values/card-number.ts';
import {
  cardName,
  driverName,
  toneOfPartner,
  getUnnamedTruck,
  type Card,
} from '../../../cards/describe-card.ts';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import styles from './MovementOutlook.module.css';

export interface Place {
  title: string;
  /** Card whose picture is shown, if the place is a card. */
  card?: Card;
  /** Rubles, or null while unknown. */
  now: number | null;
  /** Null while no sum is entered, or while the sum can't be moved. */
  after: number | null;
}

/** Shows from where to where money goes, and the balances afterwards. */
export function MovementOutlook({ from, to }: { from: Place; to: Place }) {
  return (
    <section className={styles.outlook} aria-label="Откуда и куда">
      <PlaceLine place={from} />
      <IconArrowDown aria-hidden="true" stroke={1.75} className={styles.arrow} />
      <PlaceLine place={to} />
    </section>
  );
}

function PlaceLine({ place: { title, card, now, after } }: { place: Place }) {
  const driver = card?.comment ? card.drivers[0] : undefined;
  const truck = card ? getUnnamedTruck(card) : '';
  return (
    <div className={styles.place}>
      {card && (
        <CardFace
          tone={toneOfPartner(card.partner.id)}
          title={card.partner_name}
          lastFour={lastFour(card.card_number)}
        />
      )}
      <div className={styles.words}>
        <span className={card ? styles.name : styles.title}>{card ? cardName(card) : title}</span>
        {truck && <span className={styles.title}>{truck}</span>}
        {driver && <span className={styles.title}>{driverName(driver)}</span>}
        {now !== null &&
          (card ? (
            <span className={styles.title}>
              На карте <Money value={now} />
            </span>
          ) : (
            <strong className={styles.sum}>
              <Money value={now} />
            </strong>
          ))}
        {now !== null && after !== null && (
          <span className={styles.after}>
            Станет <Money value={after} />
          </span>
        )}
      </div>
    </div>
  );
}
