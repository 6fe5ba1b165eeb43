import type { OperationTypeId } from '#contract/ids.ts';
import type { FinalAnswer, NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** A network's final answer to a command, as far as it can contradict another one. */
export type AnswerWord = { state: 'done'; cardNumbers?: string[] } | { state: 'refused'; reason: string };

export function answerWordOf(answer: FinalAnswer): AnswerWord {
  if (answer.state === 'refused') return { state: 'refused', reason: answer.reason };
  return { state: 'done', ...(answer.cards && { cardNumbers: answer.cards.map((card) => card.number) }) };
}

/** How a command has ended in our books. Moments are text, as JSON keeps them. */
export interface AnswerOurs {
  deed:
    | { kind: 'operation'; typeId: OperationTypeId; sumKopecks: number }
    | { kind: 'order'; orderId: number; ordered: number; made: number }
    | { kind: 'goods' | 'limit' };
  state: 'done' | 'refused';
  reason: string | null;
  /** Null where it is not kept. */
  endedAt: string | null;
}

/** What of a sale decides whose money moves, how much, and on whose papers of which day. */
export interface SaleFacts {
  kind: 'sale' | 'refund';
  cardNumber: string;
  sumKopecks: number;
  centilitres: number;
  /** Of Moscow: it decides the month and the rate of VAT. */
  day: string;
}

type SaleEvent = Extract<NetworkEvent, { kind: 'sale' | 'refund' }>;

export interface ResaleOurs extends SaleFacts {
  state: 'booked' | 'waiting' | 'closed';
}

export function factsOf(
  sale: Pick<SaleEvent, 'kind' | 'cardNumber' | 'sumKopecks' | 'centilitres'> & {
    soldAt: Date | string;
  },
): SaleFacts {
  const { kind, cardNumber, sumKopecks, centilitres, soldAt } = sale;
  return { kind, cardNumber, sumKopecks, centilitres, day: moscowDay(new Date(soldAt)) };
}

const FACTS = ['kind', 'cardNumber', 'sumKopecks', 'centilitres', 'day'] as const;

export function areSameFacts(one: SaleFacts, other: SaleFacts): boolean {
  return FACTS.every((fact) => one[fact] === other[fact]);
}

/** What the books have, and what a network has said against it, by the kind of the contradiction. */
export type Contradiction =
  | { kind: 'answer'; ours: AnswerOurs; word: AnswerWord }
  | { kind: 'resale'; ours: ResaleOurs; word: SaleFacts }
  | { kind: 'stray'; ours: null; word: AnswerWord };
