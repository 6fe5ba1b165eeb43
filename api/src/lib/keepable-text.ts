/** Others' words without what PostgreSQL can't keep: they are no reason to lose sight of money. */
export function keepableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
