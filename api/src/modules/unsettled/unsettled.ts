import type { UnsettledKind } from '#contract/unsettled.ts';
import type { FailedJob } from '../../jobs/failed-job-store.ts';
import type { UnclearChoice } from '../cards/unclear-choice-store.ts';
import type { FailedClosing } from '../documents/closing-problem-store.ts';
import type { WaitingObjection } from '../documents/objection-store.ts';
import type { RefusedMessage } from '../edm/refused-message-store.ts';
import type { Contradiction, HeardContradiction } from '../operations/contradiction-store.ts';
import type { IllegibleSale, UnbookedSale } from '../operations/orphan-store.ts';
import type { IllegibleCard } from '../operations/illegible-card-store.ts';
import type { UnclearBlock } from '../operations/unclear-block-store.ts';
import type { UnclearMatter } from '../operations/unclear-matter.ts';
import type { SurplusItem } from '../orders/surplus-store.ts';
import type { UnclearItem } from '../orders/unclear-item-store.ts';

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
