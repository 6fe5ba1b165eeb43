import type { OperationTypeId } from '#contract/ids.ts';

/** Outcome of a command in our books. Moments are text, as JSON stores them. */
export interface OurAnswer {
  deed:
    | { kind: 'operation'; typeId: OperationTypeId; sumKopecks: number }
    | { kind: 'order'; orderId: number; ordered: number; made: number }
    | { kind: 'goods' | 'limit' };
  state: 'done' | 'refused';
  reason: string | null;
  /** Null when it is not stored. */
  endedAt: string | null;
}

/** A network's final answer to a command, as far as it can contradict another one. */
export type AnswerOutcome = { state: 'done'; cardNumbers?: string[] } | { state: 'refused'; reason: string };

/** The state of the books and the network's contradicting message, by the kind of the contradiction. */
export type Contradiction =
  | { kind: 'answer'; ours: OurAnswer; word: AnswerOutcome }
  | { kind: 'resale'; ours: OurResale; word: SaleFacts }
  | { kind: 'stray'; ours: null; word: AnswerOutcome };

export interface OurResale extends SaleFacts {
  state: 'booked' | 'waiting' | 'closed';
}

/** Facts of a sale that decide whose money moves, how much, and in whose documents of which day. */
export interface SaleFacts {
  kind: 'sale' | 'refund';
  cardNumber: string;
  sumKopecks: number;
  centilitres: number;
  /** Day in Moscow. It decides the month and the rate of VAT. */
  day: string;
}
