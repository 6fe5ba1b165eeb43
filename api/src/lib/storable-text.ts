/** Removes from others' text (file names too) what PostgreSQL cannot store: that is no reason to lose a payment. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
