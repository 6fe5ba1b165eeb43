import { shortNumber } from '#contract/values/card-number.ts';
import { changeCardStatus, readCard } from '#contract/cards/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { useRead } from '../../../state/use-call.ts';
import { cardName, type Card } from '../../../cards/describe-card.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { ConfirmModal } from '../../../ui/layers/Modal.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import { cardState, findStatusChange } from '../../../cards/card-state.ts';
import { useCardAction } from '../../../cards/use-card-action.ts';
import { showOutcome } from '../../../cards/use-network-outcome.ts';

/** The card is read again while the dialogue is open, because the call toggles whatever status the card has by then. */
const POLL_INTERVAL_MS = 2500;

type Props = {
  /** The card as it was when its action was clicked; null when closed. */
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
  const read = useRead(readCard, { params: { id: card.id } }, { refetchMs: POLL_INTERVAL_MS });
  // A cached read may be older than the clicked card.
  const now = read.isSuccess && read.isFetchedAfterMount ? read.data.data : card;
  const unblocks = card.status.id === CARD_STATUS.blocked;
  const title = unblocks ? 'Разблокировать карты' : 'Блокировка карты';
  const action = useCardAction(changeCardStatus, {
    onCard: (answered) => {
      onClose();
      // If the network answered at once, no operation in progress is left to watch.
      if (!findStatusChange(answered))
        showOutcome(answered, unblocks ? OPERATION_TYPE.unblocking : OPERATION_TYPE.blocking);
    },
    onFailure: (error, isHere) => isHere && reportFailure(CATALOGUE.statusNotChanged, error),
    left: { failed: `${title}: ${shortNumber(card.card_number)}` },
  });
  const text = `${cardName(card)}, ${shortNumber(card.card_number)}.`;

  if (!action.isPending && (now.status.id !== card.status.id || findStatusChange(now))) {
    const { tone, text: state } = cardState(now);
    return (
      <InfoModal onClose={onClose} title={title}>
        <p>{text} Пока окно было открыто, статус карты изменился.</p>
        <p>
          <StatusLabel tone={tone}>{state}</StatusLabel>
        </p>
      </InfoModal>
    );
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={title}
      confirmLabel={unblocks ? 'Разблокировать' : 'Заблокировать'}
      danger={!unblocks}
      pending={action.isPending}
      error={null}
      onConfirm={() => action.mutate({ params: { id: card.id } })}
    >
      <p>
        {text}{' '}
        {unblocks
          ? 'Картой снова можно будет заправляться, как только сеть подтвердит.'
          : 'По карте нельзя будет заправиться, как только сеть подтвердит. Деньги останутся на карте.'}
      </p>
    </ConfirmModal>
  );
}
