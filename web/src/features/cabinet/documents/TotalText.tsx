import { Money } from '../../../ui/text/Money.tsx';
import { getTotal, type MonthlyDocument } from './monthly-document.ts';

/** «по УПД 120 000,00 ₽, НДС 21 639,34 ₽»; nothing where no document has VAT. */
export function TotalText({ documents }: { documents: readonly MonthlyDocument[] }) {
  const total = getTotal(documents);
  if (!total) return null;
  return (
    <>
      по УПД <Money value={total.sum} />, в том числе НДС <Money value={total.vat} />
    </>
  );
}
