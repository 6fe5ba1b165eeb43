import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

type Props = { card: Card; /** Null while no sum is entered. */ sumRubles: number | null };

/** Shows how much of a transfer pays for fuel bought beyond the card's balance. Shows nothing if the card owes none. */
export function ShortfallNotice({ card, sumRubles }: Props) {
  const owed = getShortfall(card);
  if (owed === 0) return null;
  return (
    <Notice tone="warn">
      По этой карте заправились на <Money value={owed} /> больше, чем на ней было.{' '}
      {sumRubles === null ? (
        'Перевод сначала оплатит это топливо.'
      ) : sumRubles <= owed ? (
        'Весь перевод оплатит это топливо, на карте денег не прибавится.'
      ) : (
        <>
          Перевод сначала оплатит это топливо, на карте останется{' '}
          <Money value={Math.round((sumRubles - owed) * 100) / 100} />.
        </>
      )}
    </Notice>
  );
}

/** Returns the rubles of the shortfall that another transfer has to pay: money on the card, or on its way there, pays first. */
export function getShortfall({ shortfall, card_sum, inProgressOperations }: Card): number {
  const coming = inProgressOperations.filter(
    (inProgressOperation) => inProgressOperation.type_id === OPERATION_TYPE.topUp,
  );
  const kopecks = [card_sum, ...coming.map(({ sum }) => sum)].reduce(
    (left, rubles) => left - Math.round(rubles * 100),
    Math.round(shortfall * 100),
  );
  return Math.max(0, kopecks) / 100;
}
