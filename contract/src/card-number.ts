export function lastFour(cardNumber: string): string {
  return cardNumber.slice(-4);
}

/** `•• 4821` with a no-break space: names the card in a sentence, on a screen and on paper. */
export function shortNumber(cardNumber: string): string {
  return `••\u00a0${lastFour(cardNumber)}`;
}
