import { kopecks } from '#contract/kopecks.ts';
import type { Card } from '../../cards/describe-card.ts';
import { moneyText } from '../../forms/type-money.ts';
import { changeDraft, readDraft } from '../../state/order-draft.ts';
import type { Entered } from './TransferToCardForm.tsx';

type StartedTransfer = Pick<Entered, 'cardId' | 'sumText'> & { sumKopecks: number };

/** Returns the input for this card, or for any card if the user chooses it here. */
export function ofThisCard(
  started: StartedTransfer | null,
  fixedCardId: number | null,
): StartedTransfer | null {
  return started && (fixedCardId === null || started.cardId === fixedCardId) ? started : null;
}

/** Returns the input that a link has filled in, from a sentence in the palette. */
export function preparedBy(search: URLSearchParams, cardId: number | null): StartedTransfer | null {
  const sum = Number(search.get('sum'));
  if (cardId === null || !Number.isSafeInteger(sum) || sum <= 0) return null;
  return { cardId, sumKopecks: sum, sumText: moneyText(kopecks(sum)) };
}

/**
 * Returns a transfer that was started before the page was reloaded. The draft stores its card and sum (spec section 3).
 */
export function readStartedTransfer(): StartedTransfer | null {
  const { selectedCardId, paymentAmount } = readDraft();
  if (selectedCardId === null || paymentAmount === null) return null;
  const sumKopecks = kopecks(Math.round(paymentAmount * 100));
  return { cardId: selectedCardId, sumKopecks, sumText: moneyText(sumKopecks) };
}

export function storeStartedTransfer({ cardId, sumKopecks }: Entered, cards: readonly Card[]): void {
  const selectedPartnerId = cards.find((card) => card.id === cardId)?.partner.id ?? null;
  changeDraft({ selectedCardId: cardId, selectedPartnerId, paymentAmount: sumKopecks / 100 });
}

export function forgetStartedTransfer(): void {
  changeDraft({ selectedCardId: null, selectedPartnerId: null, paymentAmount: null });
}
