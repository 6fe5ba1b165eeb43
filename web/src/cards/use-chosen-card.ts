import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { shortNumber } from '#contract/values/card-number.ts';
import { readCard } from '#contract/cards/cards.ts';
import { useRead } from '../state/use-call.ts';
import { useTitleSubject } from '../lib/use-document-title.ts';
import { cardTitle } from './describe-card.ts';
import { watchCards } from './use-network-outcome.ts';

/** Interval of reading the card: short while the network is at work, otherwise long. */
const SOON_MS = 2500;
const STABLE_MS = 15_000;

/** The card that the URL names (`?id=` or `?card=`); null if it names none. */
export function useChosenCard(parameter: 'id' | 'card') {
  const [params] = useSearchParams();
  const cardId = Number(params.get(parameter));
  const named = Number.isSafeInteger(cardId) && cardId > 0;
  const [waiting, setWaiting] = useState(false);
  const read = useRead(
    readCard,
    { params: { id: cardId } },
    { enabled: named, refetchMs: waiting ? SOON_MS : STABLE_MS },
  );
  const card = named ? (read.data?.data ?? null) : null;
  const waits =
    card !== null &&
    (card.inProgressOperations.length > 0 || card.choices.some(({ state }) => state === 'waiting'));
  if (waits !== waiting) setWaiting(waits);
  // The card's own page has its name; on other pages the specification names the page.
  const isOwnPage = parameter === 'id';
  useTitleSubject(card ? (isOwnPage ? cardTitle(card) : shortNumber(card.card_number)) : '', isOwnPage);
  useEffect(() => {
    if (card) watchCards([card]);
  }, [card]);
  return { cardId: named ? cardId : null, card, read };
}
