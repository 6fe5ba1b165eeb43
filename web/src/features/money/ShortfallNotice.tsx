import type { Card } from '../../forms/describe-card.ts';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { card: Pick<Card, 'shortfall'>; /** Null while none is entered. */ sumRubles: number | null };

/** How much of a transfer will pay for fuel bought past what was on the card; nothing where the card owes none. */
export function ShortfallNotice({ card: { shortfall }, sumRubles }: Props) {
  if (shortfall === 0) return null;
  return (
    <Notice tone="warn">
      По этой карте заправились на <Money value={shortfall} /> больше, чем на ней было.{' '}
      {sumRubles === null ? (
        'Перевод сначала оплатит это топливо.'
      ) : sumRubles <= shortfall ? (
        'Весь перевод оплатит это топливо, на карте денег не прибавится.'
      ) : (
        <>
          Перевод сначала оплатит это топливо, на карте останется{' '}
          <Money value={Math.round((sumRubles - shortfall) * 100) / 100} />.
        </>
      )}
    </Notice>
  );
}
