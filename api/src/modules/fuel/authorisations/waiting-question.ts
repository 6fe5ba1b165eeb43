import type { CurrentWork } from '../../../lib/current-work.ts';
import type { KnownCard } from './asked-cards.ts';
import type { FuelQuestion } from './authorisations.ts';
import type { PumpSession } from './pump-sessions.ts';

/** A question that waits for its decision, with the work that it belongs to. */
export interface WaitingQuestion {
  question: FuelQuestion;
  /** Digest of the question. */
  asked: Buffer;
  work: CurrentWork | undefined;
}

/** A question about a card that exists. */
export interface CardQuestion {
  question: FuelQuestion;
  card: KnownCard;
}

/** A question about a card that exists, not decided yet. */
export interface OpenQuestion extends WaitingQuestion, CardQuestion {
  /** The session of the code that was shown, as found before the lock; null for a card. */
  offered: PumpSession | null;
  /** The same, locked. */
  session: PumpSession | null;
}
