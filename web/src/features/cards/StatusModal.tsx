import { changeCardStatus } from '#contract/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { cardName, shortNumber, type Card } from '../../forms/describe-card.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { findStatusChange } from './card-state.ts';
import { useCardDeed } from './use-card-deed.ts';
import { tellOutcome } from './use-network-outcome.ts';

type Props = {
  card: Card | null;
  /** What the network was asked for is on its way: the outcome is to be watched for. */
  onAsked: (card: Card) => void;
  onClose: () => void;
};

/** Asks before a card is blocked or unblocked (spec section 4); a refusal is the browser's alert (section 8). */
export function StatusModal({ card, onAsked, onClose }: Props) {
  const deed = useCardDeed(changeCardStatus, onAsked);
  const unblocks = card?.status.id === CARD_STATUS.blocked;
  function close() {
    deed.reset();
    onClose();
  }
  function change(asked: Card) {
    deed.mutate(
      { params: { id: asked.id } },
      {
        onSuccess: ({ data }) => {
          close();
          // A network that answers at once leaves nothing in progress to be watched.
          if (!findStatusChange(data))
            tellOutcome(data, unblocks ? OPERATION_TYPE.unblocking : OPERATION_TYPE.blocking);
        },
        onError: (error) => tellFailure(CATALOGUE.statusNotChanged, error),
      },
    );
  }
  return (
    <ConfirmModal
      opened={card !== null}
      onClose={close}
      title={unblocks ? 'Разблокировать карты' : 'Блокировка карты'}
      confirmLabel={unblocks ? 'Разблокировать' : 'Заблокировать'}
      danger={!unblocks}
      pending={deed.isPending}
      error={null}
      onConfirm={() => card && change(card)}
    >
      {card && (
        <p>
          {cardName(card)}, {shortNumber(card.card_number)}.{' '}
          {unblocks
            ? 'Картой снова можно будет заправляться, как только сеть подтвердит.'
            : 'По карте нельзя будет заправиться, как только сеть подтвердит. Деньги останутся на карте.'}
        </p>
      )}
    </ConfirmModal>
  );
}
