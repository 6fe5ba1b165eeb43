import type { CardStatusId, LimitPeriod, LimitUnit, PartnerId } from '#contract/ids.ts';
import type { LimitSource } from '#contract/cards/limit.ts';
import type { NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';

/** A company's choice for a card that must be sent to its network. */
export type CardChangeKind = 'goods' | 'limit';

export interface ChosenGoods {
  goodsIds: number[];
  /**
   * Written for processes of the previous version, which restore it; now the goods decide whether a card is set up.
   */
  statusId: CardStatusId;
  /** The layer of rules that they come from. */
  source?: LimitSource | null;
}

/** Null when the card has no limit. */
export type ChosenLimit = {
  /** Kopecks, or hundredths of a litre, by the unit. */
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
  goodsGroups: number[];
  /** The layer of rules that it comes from. */
  source?: LimitSource | null;
} | null;

export type CardChoice =
  | { kind: 'goods'; wanted: ChosenGoods; before: ChosenGoods }
  | { kind: 'limit'; wanted: ChosenLimit; before: ChosenLimit };

/** A choice on its way to the network. */
export type CardChange = CardChoice & {
  id: number;
  companyId: number;
  cardId: number;
  cardNumber: string;
  partnerId: PartnerId;
  requestId: string;
  attempts: number;
};

export type CardChangeState = 'waiting' | 'done' | 'refused' | 'superseded';

export function commandOfChange(change: CardChange): NetworkCommand {
  const { requestId, cardNumber } = change;
  return change.kind === 'goods'
    ? { kind: 'set-goods', requestId, cardNumber, goodsIds: change.wanted.goodsIds }
    : { kind: 'set-limit', requestId, cardNumber, limit: withoutSource(change.wanted) };
}

/** A network counts a limit without regard to its layer. */
export function withoutSource<Choice extends { source?: LimitSource | null } | null>(choice: Choice): Choice {
  if (choice === null) return choice;
  const { source: _, ...rest } = choice;
  return rest as Choice;
}

/** A choice by the id of its request, as it has ended or waits. */
export interface EndedChoice {
  requestId: string;
  kind: CardChangeKind;
  state: CardChangeState;
  reason: string | null;
  finishedAt: Date | null;
  companyId: number;
  cardNumber: string;
  partnerId: PartnerId;
}
