import { describeSaving, MAX_LITRES_A_MONTH } from '#contract/programme/landing-offer.ts';
import { PART } from './landing-parts.ts';

const WHOLE = new Intl.NumberFormat('ru');

/** Shows the calculator's field, and counts again with each figure that a visitor types. */
export function offerSaving(): void {
  const place = document.querySelector<HTMLElement>(PART.saving.selector);
  const field = place?.querySelector<HTMLElement>(PART.savingField.selector);
  const input = field?.querySelector('input');
  if (!place || !field || !input) return;
  const readLitres = (): number => Math.min(Number(input.value.replace(/\D/g, '')), MAX_LITRES_A_MONTH);
  const show = ({ selector }: { selector: string }, text: string): void => {
    const part = place.querySelector(selector);
    if (part) part.textContent = text;
  };
  input.value = WHOLE.format(readLitres());
  input.addEventListener('input', () => {
    const { formula, month, year } = describeSaving(readLitres(), Number(place.dataset.discount));
    show(PART.savingFormula, formula);
    show(PART.savingMonth, month);
    show(PART.savingYear, year);
  });
  input.addEventListener('change', () => (input.value = WHOLE.format(readLitres())));
  field.hidden = false;
}
