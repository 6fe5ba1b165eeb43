import type { UnsettledKind } from '#contract/unsettled.ts';
import type { FailedJob } from './failed-job-store.ts';
import type { UnclearChoice } from '../../cards/cards/list-unclear-choices.ts';
import type { FailedClosing } from '../documents/failed-closing.ts';
import type { WaitingObjection } from '../documents/waiting-objection.ts';
import type { RefusedMessage } from '../edm/refused-message.ts';
import type { Contradiction, HeardContradiction } from '../../networks/commands/contradiction-matter.ts';
import type { IllegibleSale } from '../../fuel/sales/illegible-sale.ts';
import type { UnbookedSale } from '../../fuel/sales/unbooked-sale.ts';
import type { IllegibleCard } from '../../networks/commands/illegible-card.ts';
import type { UnclearBlock } from '../../networks/commands/unclear-block.ts';
import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';
import type { SurplusItem } from '../../orders/orders/surplus-item.ts';
import type { UnclearItem } from '../../orders/orders/unclear-item.ts';

/** Everything that waits for a person, by kind; movements of money have a separate list. */
export type Unsettled =
  | ({ kind: 'block' } & UnclearBlock)
  | ({ kind: 'choice' } & UnclearChoice)
  | ({ kind: 'order' } & UnclearItem)
  | ({ kind: 'debtor' } & UnclearMatter)
  | ({ kind: 'sale' } & UnbookedSale)
  | ({ kind: 'record' } & IllegibleSale)
  | ({ kind: 'card' } & IllegibleCard)
  | ({ kind: 'surplus' } & SurplusItem)
  | ({ kind: 'closing' } & FailedClosing)
  | ({ kind: 'letter' } & RefusedMessage)
  | ({ kind: 'objection' } & WaitingObjection)
  | ({ kind: 'job' } & FailedJob)
  | (Contradiction & HeardContradiction);

export interface UnsettledList {
  newest: Unsettled[];
  /** How many there are of each kind, shown or not. */
  totals: Record<UnsettledKind, number>;
}
