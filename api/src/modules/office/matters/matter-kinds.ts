import type { AcknowledgeableKind, AskableKind, SettleableKind, UnsettledKind } from '#contract/unsettled.ts';
import { choiceMatter } from '../../cards/cards/choice-matter.ts';
import { refusedBlockMatter } from '../../cards/cards/refused-block-matter.ts';
import { illegibleSaleMatter } from '../../fuel/sales/illegible-sale-matter.ts';
import { refusedDebtorMatter } from '../../fuel/sales/refused-debtor-matter.ts';
import { unbookedSaleMatter } from '../../fuel/sales/unbooked-sale-matter.ts';
import { blockMatter } from '../../fuel/settlement/block-matter.ts';
import { answerMatter, resaleMatter, strayMatter } from '../../cards/commands/contradiction-matters.ts';
import { illegibleCardMatter } from '../../cards/commands/illegible-card-matter.ts';
import type { Acknowledgeable, Askable, MatterKind, Settleable } from '../../cards/commands/matter-kind.ts';
import { surplusItemMatter } from '../../orders/orders/surplus-item-matter.ts';
import { unclearItemMatter } from '../../orders/orders/unclear-item-matter.ts';
import { failedClosingMatter } from '../documents/failed-closing-matter.ts';
import { objectionMatter } from '../documents/objection-matter.ts';
import { refusedXmlMatter } from '../documents/refused-xml-matter.ts';
import { refusedMessageMatter } from '../edm/refused-message-matter.ts';
import { failedJobMatter } from './failed-job-matter.ts';

/** Everything that waits for a person, each kind whole in its owner's file; movements of money have a separate list. */
export const MATTER_KINDS = {
  block: blockMatter,
  choice: choiceMatter,
  order: unclearItemMatter,
  debtor: refusedDebtorMatter,
  hold: refusedBlockMatter,
  sale: unbookedSaleMatter,
  record: illegibleSaleMatter,
  card: illegibleCardMatter,
  surplus: surplusItemMatter,
  closing: failedClosingMatter,
  xml: refusedXmlMatter,
  letter: refusedMessageMatter,
  objection: objectionMatter,
  answer: answerMatter,
  resale: resaleMatter,
  stray: strayMatter,
  job: failedJobMatter,
} satisfies Record<UnsettledKind, MatterKind> &
  Record<AskableKind, Askable> &
  Record<SettleableKind, Settleable> &
  Record<AcknowledgeableKind, Acknowledgeable>;
