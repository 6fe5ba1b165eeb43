import { OPERATION_TYPE } from '#contract/ids.ts';
import { capitalized, formatMoney } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { Money } from '../../../ui/text/Money.tsx';
import type { Operation } from '#contract/fuel/operations.ts';

/**
 * Column for a part of a tariff's price, shown once the user chooses it. Its sign is the client's view: a charge for a
 * purchase is a minus.
 */
export function priceColumn(
  key: string,
  header: string,
  ofPurchase: (price: NonNullable<Operation['price']>) => number,
): Column<Operation> {
  const value = (item: Operation): number | null => {
    if (!item.price) return null;
    const sum = ofPurchase(item.price);
    return item.type.id === OPERATION_TYPE.refund ? 0 - sum : sum;
  };
  return {
    key,
    header,
    width: 130,
    align: 'end',
    kind: 'money',
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value,
    cell: (item) => {
      const sum = value(item);
      return sum !== null && <Money value={sum} signed />;
    },
  };
}

/** «Цена АЗС 3 000,00 ₽, скидка 60,00 ₽, сервисный сбор 15,00 ₽». */
export function formatPrice({ price, sum }: Operation): string | undefined {
  if (!price) return undefined;
  const parts = [
    ['Цена АЗС', sum],
    ['скидка', price.discount],
    ['надбавка', price.surcharge],
    ['сервисный сбор', price.fee],
  ] as const;
  return parts
    .filter(([, value]) => value > 0)
    .map(([label, value]) => `${label} ${formatMoney(value)}`)
    .join(', ');
}

/** «Скидка 60,00 ₽, сбор 15,00 ₽». */
export function formatTariff({ discount, surcharge, fee }: NonNullable<Operation['price']>): string {
  const parts = [
    ['скидка', discount],
    ['надбавка', surcharge],
    ['сбор', fee],
  ] as const;
  const labels = parts
    .filter(([, value]) => value > 0)
    .map(([label, value]) => `${label} ${formatMoney(value)}`);
  return capitalized(labels.join(', '));
}
