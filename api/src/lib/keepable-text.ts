/** Others' words, names of files among them, without what PostgreSQL can't keep: no reason to lose sight of money. */
export function keepableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
