import { useEffect, type ReactNode } from 'react';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { TRANSACTION_MODE } from '#contract/ids.ts';
import { readClient, transferToCard } from '#contract/money/money.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { forgetCardMovement, type CardMovementDraft } from '../../../state/card-movement.ts';
import { useMoneyAction } from '../../../actions/use-money-action.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { SmsForm } from '../../../forms/SmsForm.tsx';
import { formatSum } from '../../../lib/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { CreditPart } from '../../../cards/CreditPart.tsx';
import { formatCard, type Card } from '../../../cards/describe-card.ts';
import { MovementAccepted } from './MovementAccepted.tsx';
import { ShortfallNotice } from './ShortfallNotice.tsx';

type Props = {
  draft: CardMovementDraft;
  card: Card;
  /** Own money of the account. */
  ownRubles: number;
  /** Called with the card as the server returns it, even if the form was left meanwhile. */
  onMoved: (card: Card) => void;
  /** Back to the amount. */
  secondary: ReactNode;
};

/** Reads that are out of date after a movement. */
const CHANGED = [listCards, readCard, readClient, listOperations];

/** Step 2: the code that confirms this movement and no other. It is sent as soon as it is complete (spec section 5). */
export function ConfirmMovementForm({ draft, card, ownRubles, onMoved, secondary }: Props) {
  const toCard = draft.direction === 'to-card';
  const sumRubles = draft.sumKopecks / 100;
  const action = useMoneyAction(transferToCard, null, {
    refresh: CHANGED,
    onAnswer: ({ data }) => onMoved(data),
  });
  const sms = useSmsCode(
    { purpose: toCard ? 'transfer' : 'payout', subject: String(card.id), sum: sumRubles },
    action,
  );
  const accepted = action.isAlreadyDone;
  // The answer to the first attempt was lost: the next movement is a new one.
  useEffect(() => (accepted ? () => forgetCardMovement(draft) : undefined), [accepted, draft]);

  function confirm(input: string) {
    action.mutate({
      params: { id: card.id },
      body: {
        sum: sumRubles,
        sms: input,
        mode: toCard ? TRANSACTION_MODE.toCard : TRANSACTION_MODE.fromCard,
      },
      requestKey: draft.requestKey,
    });
  }

  if (accepted) return <MovementAccepted direction={draft.direction} card={card} />;
  return (
    <Panel>
      <SmsForm
        sms={sms}
        action={action}
        submitLabel={`${toCard ? 'Перевести' : 'Вывести'} ${formatSum(sumRubles)}`}
        confirms={`${toCard ? 'Перевод на карту' : 'Вывод с карты'} ${formatCard(card)}, ${card.partner_name}`}
        sumRubles={sumRubles}
        onSubmit={confirm}
        secondary={secondary}
        above={
          toCard && (
            <>
              <CreditPart sumRubles={sumRubles} ownRubles={ownRubles} />
              <ShortfallNotice card={card} sumRubles={sumRubles} />
            </>
          )
        }
      />
    </Panel>
  );
}
