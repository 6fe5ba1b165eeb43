import { OPERATION_TYPE } from '#contract/ids.ts';
import { capitalized, formatMoney } from '../../lib/format.ts';
import type { Column } from '../../tables/column.ts';
import { Money } from '../../ui/Money.tsx';
import type { Operation } from './operation-columns.tsx';

/** A part of a tariff's price, shown once somebody chooses it. Signed for the client: what a purchase takes is a minus. */
export function priceColumn(
  key: string,
  header: string,
  ofPurchase: (price: NonNullable<Operation['price']>) => number,
): Column<Operation> {
  const value = (one: Operation): number | null => {
    if (!one.price) return null;
    const sum = ofPurchase(one.price);
    return one.type.id === OPERATION_TYPE.refund ? 0 - sum : sum;
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
    cell: (one) => {
      const sum = value(one);
      return sum !== null && <Money value={sum} signed />;
    },
  };
}

/** «Цена АЗС 3 000,00 ₽, скидка 60,00 ₽, сервисный сбор 15,00 ₽». */
export function priceWords({ price, sum }: Operation): string | undefined {
  if (!price) return undefined;
  const parts = [
    ['Цена АЗС', sum],
    ['скидка', price.discount],
    ['надбавка', price.surcharge],
    ['сервисный сбор', price.fee],
  ] as const;
  return parts
    .filter(([, value]) => value > 0)
    .map(([word, value]) => `${word} ${formatMoney(value)}`)
    .join(', ');
}

/** «Скидка 60,00 ₽, сбор 15,00 ₽». */
export function tariffWords({ discount, surcharge, fee }: NonNullable<Operation['price']>): string {
  const parts = [
    ['скидка', discount],
    ['надбавка', surcharge],
    ['сбор', fee],
  ] as const;
  const words = parts
    .filter(([, value]) => value > 0)
    .map(([word, value]) => `${word} ${formatMoney(value)}`);
  return capitalized(words.join(', '));
}
