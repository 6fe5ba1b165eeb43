import type { AnswerOurs, AnswerWord, ResaleOurs, SaleFacts } from './contradiction.ts';
import type { UnclearMatter } from './unclear-matter.ts';

/** What the books have, and what a network has said against it, by the kind of the contradiction. */
export type Contradiction =
  | { kind: 'answer'; ours: AnswerOurs; word: AnswerWord }
  | { kind: 'resale'; ours: ResaleOurs; word: SaleFacts }
  | { kind: 'stray'; ours: null; word: AnswerWord };

/** A contradiction in the staff's list. */
export type HeardContradiction = UnclearMatter & { subject: string };
