import { shortNumber } from '#contract/values/card-number.ts';
import { changeCardStatus, readCard } from '#contract/cards/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { useRead } from '../../../state/use-call.ts';
import { cardName, type Card } from '../../../cards/describe-card.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { cardState, findStatusChange } from '../../../cards/card-state.ts';
import { defineCardConfirmDialog } from '../../../cards/define-card-confirm-dialog.ts';
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
export function StatusModal({ card, onClose }: Props) {
  return card && <StatusDialog key={card.id} item={card} onClose={onClose} />;
}

const StatusDialog = defineCardConfirmDialog({
  title: getTitle,
  confirmLabel: (card: Card) => (isBlocked(card) ? 'Разблокировать' : 'Заблокировать'),
  danger: (card) => !isBlocked(card),
  text: (card) => (
    <p>
      {nameCard(card)}{' '}
      {isBlocked(card)
        ? 'Картой снова можно будет заправляться, как только сеть подтвердит.'
        : 'По карте нельзя будет заправиться, как только сеть подтвердит. Деньги останутся на карте.'}
    </p>
  ),
  call: changeCardStatus,
  input: ({ id }) => ({ params: { id } }),
  failed: (card) => `${getTitle(card)}: ${shortNumber(card.card_number)}`,
  onCard: (card, answered) => {
    // If the network answered at once, no operation in progress is left to watch.
    if (!findStatusChange(answered))
      showOutcome(answered, isBlocked(card) ? OPERATION_TYPE.unblocking : OPERATION_TYPE.blocking);
  },
  onFailure: (error, isHere) => isHere && reportFailure(CATALOGUE.statusNotChanged, error),
  useOutdated: useChangedStatus,
});

/** Reads the card again, and returns its state where it is no longer the one that the question is about. */
function useChangedStatus(card: Card) {
  const read = useRead(readCard, { params: { id: card.id } }, { refetchMs: POLL_INTERVAL_MS });
  // A cached read may be older than the clicked card.
  const now = read.isSuccess && read.isFetchedAfterMount ? read.data.data : card;
  if (now.status.id === card.status.id && !findStatusChange(now)) return null;
  const { tone, text } = cardState(now);
  return {
    title: getTitle(card),
    text: (
      <>
        <p>{nameCard(card)} Пока окно было открыто, статус карты изменился.</p>
        <p>
          <StatusLabel tone={tone}>{text}</StatusLabel>
        </p>
      </>
    ),
  };
}

function getTitle(card: Card): string {
  return isBlocked(card) ? 'Разблокировать карты' : 'Блокировка карты';
}

function nameCard(card: Card): string {
  return `${cardName(card)}, ${shortNumber(card.card_number)}.`;
}

function isBlocked({ status }: Card): boolean {
  return status.id === CARD_STATUS.blocked;
}
