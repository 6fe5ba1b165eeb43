import { shortNumber } from '#contract/values/card-number.ts';
import { CARD_FORMS, cardName } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import type { BulkPlan } from './bulk-action.ts';
import styles from './BulkList.module.css';

/** Shows which cards will be changed, and which will not and why. */
export function BulkPreview({ plan }: { plan: BulkPlan }) {
  return (
    <div className={styles.groups}>
      {plan.ready.length > 0 && (
        <Disclosure summary={`Изменятся: ${counted(plan.ready.length, CARD_FORMS)}`}>
          <CardNames cards={plan.ready} />
        </Disclosure>
      )}
      {plan.skipped.map(({ reason, cards }) => (
        <Disclosure
          key={reason}
          summary={`Останутся как есть: ${counted(cards.length, CARD_FORMS)}. ${reason}`}
        >
          <CardNames cards={cards} />
        </Disclosure>
      ))}
    </div>
  );
}

function CardNames({ cards }: { cards: BulkPlan['ready'] }) {
  return (
    <ul className={styles.list}>
      {cards.map((card) => (
        <li key={card.id} className={styles.line}>
          <span>{cardName(card)}</span>
          <span className={styles.number}>{shortNumber(card.card_number)}</span>
        </li>
      ))}
    </ul>
  );
}
