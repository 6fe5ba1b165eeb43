import { shortNumber } from '#contract/card-number.ts';
import { changeCardStatus, readCard } from '#contract/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { tellFailure } from '../../server/tell-failure.ts';
import { useRead } from '../../state/use-call.ts';
import { cardName, type Card } from '../../cards/describe-card.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { ToldModal } from '../../ui/ToldModal.tsx';
import { cardState, findStatusChange } from '../../cards/card-state.ts';
import { useCardDeed } from '../../cards/use-card-deed.ts';
import { tellOutcome } from '../../cards/use-network-outcome.ts';

/** The card is read again while the dialogue is open, because the call toggles whatever status the card has by then. */
const LOOK_MS = 2500;

type Props = {
  /** The card as it was when its action was pressed; null when closed. */
  card: Card | null;
  onClose: () => void;
};

/**
 * Asks before a card is blocked or unblocked (spec section 4); a refusal appears in the browser's alert (section 8).
 */
export function StatusModal({ card, ...rest }: Props) {
  return card && <StatusDialogue key={card.id} card={card} {...rest} />;
}

function StatusDialogue({ card, onClose }: Props & { card: Card }) {
  const read = useRead(readCard, { params: { id: card.id } }, { refetchMs: LOOK_MS });
  // A cached read may be older than the card that was pressed.
  const now = read.isSuccess && read.isFetchedAfterMount ? read.data.data : card;
  const unblocks = card.status.id === CARD_STATUS.blocked;
  const title = unblocks ? 'Разблокировать карты' : 'Блокировка карты';
  const deed = useCardDeed(changeCardStatus, {
    onCard: (answered) => {
      onClose();
      // If the network answered at once, no operation in progress is left to watch.
      if (!findStatusChange(answered))
        tellOutcome(answered, unblocks ? OPERATION_TYPE.unblocking : OPERATION_TYPE.blocking);
    },
    onFailure: (error, isHere) => isHere && tellFailure(CATALOGUE.statusNotChanged, error),
    left: { failed: `${title}: ${shortNumber(card.card_number)}` },
  });
  const words = `${cardName(card)}, ${shortNumber(card.card_number)}.`;

  if (!deed.isPending && (now.status.id !== card.status.id || findStatusChange(now))) {
    const { tone, words: state } = cardState(now);
    return (
      <ToldModal onClose={onClose} title={title}>
        <p>{words} Пока окно было открыто, статус карты изменился.</p>
        <p>
          <StatusWord tone={tone}>{state}</StatusWord>
        </p>
      </ToldModal>
    );
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={title}
      confirmLabel={unblocks ? 'Разблокировать' : 'Заблокировать'}
      danger={!unblocks}
      pending={deed.isPending}
      error={null}
      onConfirm={() => deed.mutate({ params: { id: card.id } })}
    >
      <p>
        {words}{' '}
        {unblocks
          ? 'Картой снова можно будет заправляться, как только сеть подтвердит.'
          : 'По карте нельзя будет заправиться, как только сеть подтвердит. Деньги останутся на карте.'}
      </p>
    </ConfirmModal>
  );
}
