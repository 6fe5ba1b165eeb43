import type { DeclineCode } from '#contract/fleet/declines.ts';
import { kopecks } from '#contract/kopecks.ts';
import { conflict, Refusal } from '../../../errors.ts';
import { sameHash } from '../../../lib/secrets.ts';
import type { Authorisation, FuelQuestion } from './authorisations.ts';

/** The portal's answer. An unknown card has no company, so nothing of it is stored. */
export type FuelAnswer = Pick<
  Authorisation,
  'state' | 'reason' | 'maxCentilitres' | 'maxKopecks' | 'holdUntil' | 'requestId'
>;

export interface FuelDecision {
  answer: FuelAnswer;
  /** Null where the decline is no news: the card is unknown, the answer is repeated, or fuel may be sold. */
  refusal: { code: DeclineCode; reason: string; cardNumber: string } | null;
}

const OTHER_QUESTION = 'Этот request_id уже был у другого запроса';

/** Returns the answer that this question has got before. Throws (409) where its id belongs to another one. */
export function repeatAnswer(known: FuelAnswer & Pick<Authorisation, 'asked'>, asked: Buffer): FuelDecision {
  if (!sameHash(known.asked, asked)) throw conflict(OTHER_QUESTION);
  // What ended meanwhile was approved all the same: the network may have lost the answer.
  const isDeclined = known.state === 'declined' || known.maxKopecks === 0;
  return { answer: isDeclined ? known : { ...known, state: 'approved' }, refusal: null };
}

/** Declines what belongs to no company: nothing of it is stored besides its line in the audit log. */
export function declineUnknown({ requestId }: FuelQuestion, reason: string, now: Date): FuelDecision {
  const nothing = { maxCentilitres: 0, maxKopecks: kopecks(0) };
  return { answer: { requestId, state: 'declined', reason, ...nothing, holdUntil: now }, refusal: null };
}

/** Returns the refusal of a question that fails alone; what is no refusal fails all that are decided with it. */
export function orError<Value>(decide: () => Value): Value | Refusal {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
