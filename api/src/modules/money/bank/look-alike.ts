/** What two statements say of one payment order, however differently they write it. */
export interface PaymentOrder {
  number: string;
  /** The order's own day, `YYYY-MM-DD`. */
  datedOn: string;
  sumKopecks: number;
  /** Empty where the statement does not say it. */
  payer: { inn: string; account: string; name: string };
}

/** A number as banks may not change it: without spaces, leading zeros and the case of its letters. */
export function bareNumber(number: string): string {
  return number.replace(/\s+/g, '').replace(/^0+/, '').toUpperCase();
}

/** Whether payer, day and sum agree: the same order, or another one of that payer. */
export function isLikePayment(one: PaymentOrder, other: PaymentOrder): boolean {
  return (
    one.datedOn === other.datedOn &&
    one.sumKopecks === other.sumKopecks &&
    isSamePayer(one.payer, other.payer)
  );
}

/** Whether the number agrees, too: it is taken for the same order, whatever the payer's account or the purpose. */
export function isSameOrder(one: PaymentOrder, other: PaymentOrder): boolean {
  return isLikePayment(one, other) && bareNumber(one.number) === bareNumber(other.number);
}

/** The INN decides where both name it. Otherwise a payer is another one only if his account and his name differ. */
function isSamePayer(one: PaymentOrder['payer'], other: PaymentOrder['payer']): boolean {
  if (one.inn !== '' && other.inn !== '') return one.inn === other.inn;
  if (one.account === '' || other.account === '' || one.account === other.account) return true;
  const [name, otherName] = [bareName(one.name), bareName(other.name)];
  return name !== '' && name === otherName;
}

function bareName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
