import type { Kopecks } from '#contract/kopecks.ts';
import { fieldRefusal } from '../../../../errors.ts';

/** Total printed on a document that is published by hand. */
export interface PrintedTotal {
  sum: Kopecks | null;
  vat: Kopecks | null;
}

/** Refuses on `vat` what is no part of a sum. */
export function assertTotal({ sum, vat }: PrintedTotal): void {
  if (vat === null) return;
  if (sum === null) throw fieldRefusal('sum', 'Укажите сумму с НДС, частью которой он является');
  if (vat > sum) throw fieldRefusal('vat', 'НДС больше суммы документа');
}
