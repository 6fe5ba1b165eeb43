import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import { CardField } from '../../../forms/CardField.tsx';
import { FormShell, NO_REQUEST } from '../../../forms/FormShell.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { QuickSums } from '../../../forms/QuickSums.tsx';
import { typeMoney } from '../../../forms/type-money.ts';
import { useForm } from '../../../forms/use-form.ts';
import { paths } from '../../../paths.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { cardLabels } from './card-label.ts';
import { CreditPart } from '../../../cards/CreditPart.tsx';
import type { Card } from '../../../cards/describe-card.ts';
import { MovementOutlook } from './MovementOutlook.tsx';
import { getShortfall, ShortfallNotice } from './ShortfallNotice.tsx';

export type Entered = { cardId: number; sumText: string; sumKopecks: Kopecks };

type Props = {
  direction: 'to-card' | 'from-card';
  cards: readonly Card[];
  /** Single-card mode: the card is given; general mode: the user chooses it here. */
  fixedCardId: number | null;
  /** Rubles available to move from the account. */
  unallocated: number;
  /** Part of the unallocated funds that is the company's own, not credit. */
  ownUnallocated: number;
  /** Networks in maintenance: their cards can't be chosen (spec section 5). */
  closedPartners: ReadonlySet<number>;
  /** Input from before, when the user comes back from the code step. */
  before: { cardId: number; sumText: string; sumKopecks: number } | null;
  onNext: (entered: Entered) => void;
};

/**
 * Step 1 of a movement between the account and a card: which card, how much, and what remains. Spaces in the sum are
 * removed, an empty sum is not sent, and a sum above the funds shows «Недостаточно средств» and disables the button.
 */
export function TransferToCardForm(props: Props) {
  const { direction, cards, fixedCardId, unallocated, ownUnallocated, closedPartners, before, onNext } =
    props;
  const form = useForm({
    values: { cardId: fixedCardId ?? before?.cardId ?? null, sum: before?.sumText ?? '' },
  });
  const { kopecks: sumKopecks } = typeMoney(form.values.sum);
  const chosen = cards.find((item) => item.id === form.values.cardId) ?? null;
  const getLabel = cardLabels(cards);
  const funds = direction === 'to-card' ? unallocated : (chosen?.card_sum ?? 0);
  const sumRubles = sumKopecks === null ? 0 : toRubles(sumKopecks);
  const tooMuch = sumKopecks !== null && sumRubles > funds;
  const isClosed = (card: Card) => closedPartners.has(card.partner.id);
  const closed = chosen !== null && isClosed(chosen);
  const moves = sumKopecks && !tooMuch ? sumRubles : null;
  const sign = direction === 'to-card' ? -1 : 1;
  const account = {
    title: 'Нераспределённые средства',
    now: unallocated,
    after: moves === null ? null : roundKopecks(unallocated + sign * moves),
  };
  const card = {
    title: direction === 'to-card' ? 'На карту' : 'С карты',
    ...(chosen ? { card: chosen } : {}),
    now: chosen?.card_sum ?? null,
    after:
      chosen && moves !== null
        ? roundKopecks(chosen.card_sum - sign * moves - computeRepaid(chosen, moves))
        : null,
  };
  const all =
    direction === 'from-card'
      ? { label: 'Всё', rubles: funds }
      : { label: ownUnallocated < unallocated ? 'Все свои' : 'Всё', rubles: ownUnallocated };

  /** Returns the part of a transfer that pays for fuel bought earlier. */
  function computeRepaid(to: Card, rubles: number): number {
    return direction === 'to-card' ? Math.min(getShortfall(to), rubles) : 0;
  }

  return (
    <Panel>
      <FormShell
        form={form}
        action={NO_REQUEST}
        submitLabel="Далее"
        underThumb
        outcome={
          <MovementOutlook
            {...(direction === 'to-card' ? { from: account, to: card } : { from: card, to: account })}
          />
        }
        disabledReason={reason({ chosen, closed, sumKopecks, tooMuch })}
        onSubmit={({ sum }) =>
          chosen && sumKopecks && onNext({ cardId: chosen.id, sumText: sum, sumKopecks })
        }
      >
        {fixedCardId === null && (
          <>
            <CardField
              cards={cards}
              {...form.field('cardId')}
              formatLabel={(item) => getLabel(item) + (isClosed(item) ? ' (технические работы)' : '')}
              isClosed={isClosed}
            />
            {/* Further down the button that stays under the thumb would cover it on a phone. */}
            <p>
              <TextLink to={direction === 'to-card' ? paths.cardsPayment(1) : paths.cardsPayout(1)}>
                {direction === 'to-card'
                  ? 'Пополнить несколько карт сразу'
                  : 'Вернуть с нескольких карт сразу'}
              </TextLink>
            </p>
          </>
        )}
        <MoneyField
          label="Сумма"
          size="large"
          {...form.field('sum')}
          remainingRubles={tooMuch || !sumKopecks ? null : funds - sumRubles}
          error={tooMuch ? INSUFFICIENT_FUNDS : null}
          autoFocus
        />
        <QuickSums max={funds} all={all} onChoose={(sum) => form.set({ sum })} />
        {direction === 'to-card' && moves !== null && (
          <CreditPart sumRubles={moves} ownRubles={ownUnallocated} />
        )}
        {direction === 'to-card' && chosen && (
          <ShortfallNotice card={chosen} sumRubles={sumKopecks === null ? null : sumRubles} />
        )}
      </FormShell>
    </Panel>
  );
}

/** Rounds to whole kopecks. */
function roundKopecks(rubles: number): number {
  return Math.round(rubles * 100) / 100;
}

function reason(at: {
  chosen: Card | null;
  closed: boolean;
  sumKopecks: Kopecks | null;
  tooMuch: boolean;
}): string | null {
  if (!at.chosen) return 'Выберите карту';
  if (at.closed) return 'В сети этой карты идут технические работы';
  if (!at.sumKopecks) return 'Укажите сумму больше нуля';
  return at.tooMuch ? INSUFFICIENT_FUNDS : null;
}
