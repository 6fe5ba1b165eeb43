import { findInvoiceNumbers } from './find-invoice-numbers.ts';

/** A payment of which the bank may have told twice: by СБП, and in a file. */
export interface WantedSide {
  sumKopecks: number;
  /** Empty where nobody has said it. */
  inn: string;
  /** On which the money came, `YYYY-MM-DD`. */
  day: string;
  /** The document’s number, for a payment by СБП the bank’s own name of the movement. */
  number: string;
  purpose: string;
  /** Of a payment by СБП. */
  orderId: number | null;
}

export type OtherSide = WantedSide & { id: number };

/** The mark by which the purpose of a payment by СБП names its order. */
export function fastPaymentMark(orderId: number): string {
  return `СБП-${orderId}`;
}

/**
 * - `sure`: the file names the order or the movement itself; or payer, sum, day and invoice agree;
 * - `doubtful`: payer and sum agree, and days lie near: a person compares the two.
 */
export type Sameness = 'sure' | 'doubtful' | 'other';

/** Compares a payment that came by СБП with a document of a file. */
export function comparePayments(fast: WantedSide, document: WantedSide, prefix: string): Sameness {
  if (fast.sumKopecks !== document.sumKopecks) return 'other';
  const named = orderNamed(document.purpose);
  if (named !== null && named !== fast.orderId) return 'other';
  if (fast.inn !== '' && document.inn !== '' && fast.inn !== document.inn) return 'other';
  if (named !== null || isMovementNamed(fast.number, document)) return 'sure';
  const [numbers, others] = [fast, document].map((one) => findInvoiceNumbers(one.purpose, prefix));
  const sameInvoice = numbers?.length === 1 && others?.length === 1 && numbers[0] === others[0];
  const bothSay = fast.inn !== '' && fast.inn === document.inn;
  return sameInvoice && bothSay && fast.day === document.day ? 'sure' : 'doubtful';
}

/** Shorter names of movements could stand in a purpose by chance. */
const TELLING_LENGTH = 8;

function isMovementNamed(movement: string, { number, purpose }: WantedSide): boolean {
  if (movement === '') return false;
  if (number === movement) return true;
  return movement.length >= TELLING_LENGTH && purpose.split(/[^\p{L}\p{N}-]+/u).includes(movement);
}

function orderNamed(purpose: string): number | null {
  const digits = /(?<![\p{L}\p{N}])СБП-(\d{1,15})(?!\d)/u.exec(purpose)?.[1];
  return digits === undefined ? null : Number(digits);
}
