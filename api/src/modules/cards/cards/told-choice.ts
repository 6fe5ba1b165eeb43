import type { PartnerId } from '#contract/ids.ts';
import type { CardChangeKind, CardChangeState } from './card-change.ts';

/** A choice by the id of its request, as it has ended or waits. */
export interface ToldChoice {
  requestId: string;
  kind: CardChangeKind;
  state: CardChangeState;
  reason: string | null;
  finishedAt: Date | null;
  companyId: number;
  cardNumber: string;
  partnerId: PartnerId;
}
