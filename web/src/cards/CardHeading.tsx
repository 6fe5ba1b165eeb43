import { lastFour } from '#contract/values/card-number.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { cardName, groupedNumber, toneOfPartner, type Card } from './describe-card.ts';
import { paths } from '../paths.ts';
import { CardFace } from '../ui/CardFace.tsx';
import { StatusLabel } from '../ui/text/StatusLabel.tsx';
import { TextLink } from '../ui/text/TextLink.tsx';
import { cardState } from './card-state.ts';
import styles from './CardHeading.module.css';

/** The card that a page is about, in one line. */
export function CardHeading({ card }: { card: Card }) {
  const state = cardState(card);
  return (
    <div className={styles.heading}>
      <CardFace
        size="chip"
        tone={toneOfPartner(card.partner.id)}
        title={card.partner.title}
        lastFour={lastFour(card.card_number)}
        dimmed={card.status.id === CARD_STATUS.blocked}
      />
      <div className={styles.words}>
        <TextLink to={paths.card(card.id)} quiet>
          {cardName(card)}
        </TextLink>
        <span className={styles.number}>
          {card.partner.title}, {groupedNumber(card.card_number)}
        </span>
      </div>
      <StatusLabel tone={state.tone}>{state.text}</StatusLabel>
    </div>
  );
}
