import type { AcknowledgeableKind, AskableKind, SettleableKind } from '#contract/money/unsettled.ts';
import type { UnsettledKind } from '#contract/money/unsettled-kinds.ts';
import { unclearChoiceCase } from '../../cards/cards/unclear-choices.ts';
import { refusedBlockCase } from '../../cards/cards/refused-blocks.ts';
import { unreadableSaleCase } from '../../fuel/sales/unreadable-sales.ts';
import { refusedDebtorCase } from '../../fuel/sales/refused-debtors.ts';
import { unbookedSaleCase } from '../../fuel/sales/unmatched-sales.ts';
import { blockCase } from '../../fuel/settlement/block-case.ts';
import { answerCase, resaleCase, strayCase } from '../../cards/commands/contradictions.ts';
import { unreadableCardCase } from '../../cards/commands/unreadable-cards.ts';
import type { Acknowledgeable, Askable, CaseKind, Settleable } from '../../cards/commands/cases.ts';
import { surplusItemCase, unclearItemCase } from '../../orders/orders/order-cases.ts';
import { failedClosingCase } from '../../papers/documents/closing/closing-progress.ts';
import { objectionCase } from '../../papers/documents/objections/objections.ts';
import { refusedXmlCase } from '../../papers/documents/xml/refused-xml.ts';
import { refusedMessageCase } from '../../papers/edm/stuck-messages.ts';
import { failedReceiptCase } from '../../money/receipts/failed-receipts.ts';
import { failedJobCase } from './failed-jobs.ts';

/** Everything that waits for a person, each kind whole in its owner's file; movements of money have a separate list. */
export const CASE_KINDS = {
  block: blockCase,
  choice: unclearChoiceCase,
  order: unclearItemCase,
  debtor: refusedDebtorCase,
  hold: refusedBlockCase,
  sale: unbookedSaleCase,
  record: unreadableSaleCase,
  card: unreadableCardCase,
  surplus: surplusItemCase,
  closing: failedClosingCase,
  xml: refusedXmlCase,
  letter: refusedMessageCase,
  objection: objectionCase,
  answer: answerCase,
  resale: resaleCase,
  stray: strayCase,
  receipt: failedReceiptCase,
  job: failedJobCase,
} satisfies Record<UnsettledKind, CaseKind> &
  Record<AskableKind, Askable> &
  Record<SettleableKind, Settleable> &
  Record<AcknowledgeableKind, Acknowledgeable>;
