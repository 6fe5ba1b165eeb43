export function lastFour(cardNumber: string): string {
  return cardNumber.slice(-4);
}

/** Returns `•• 4821` with a no-break space, which names the card in a sentence, on a screen and in a document. */
export function shortNumber(cardNumber: string): string {
  return `••\u00a0${lastFour(cardNumber)}`;
}
