import { lastFour } from '#contract/values/card-number.ts';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { cardName, getUnnamedTruck, toneOfPartner, type Card } from '../../../cards/describe-card.ts';
import styles from './CardSummary.module.css';

/** The card that money goes to or comes from, easy to recognise. */
export function CardSummary({ card }: { card: Card }) {
  const truck = getUnnamedTruck(card);
  return (
    <div className={styles.card}>
      <CardFace
        tone={toneOfPartner(card.partner.id)}
        title={card.partner_name}
        lastFour={lastFour(card.card_number)}
        size="small"
      />
      <div className={styles.words}>
        <span className={styles.name}>{cardName(card)}</span>
        {truck && <span className={styles.balance}>{truck}</span>}
        <span className={styles.balance}>
          На карте <Money value={card.card_sum} />
        </span>
      </div>
    </div>
  );
}
