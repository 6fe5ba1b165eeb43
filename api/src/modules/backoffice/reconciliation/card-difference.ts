/** A card whose balance differs at the network without a pending movement to explain it. */
export interface CardDifference {
  kind: CardDifferenceKind;
  details: Record<string, unknown>;
}

export type CardDifferenceKind = 'card-not-its-network' | 'card-unknown-to-network' | 'card-unknown-to-us';

/** Money at a network on a card that is not ours. */
export function strayDifference(
  partnerId: number,
  { cardNumber, balanceKopecks }: { cardNumber: string; balanceKopecks: number },
): CardDifference {
  const details = { partnerId, card: tail(cardNumber), differenceKopecks: balanceKopecks };
  return { kind: 'card-unknown-to-us', details };
}

export function isSameDifference(a: CardDifference | null | undefined, b: CardDifference): boolean {
  return a?.kind === b.kind && a.details.differenceKopecks === b.details.differenceKopecks;
}

export function tail(cardNumber: string): string {
  return cardNumber.slice(-4);
}
