import type { Profile } from '../../../server/session.ts';
import type { OrderDraft } from '../../../state/order-draft.ts';
import { plainAddress } from './delivery-address.ts';

export type DeliveryProblems = Partial<Record<'city' | 'street' | 'house' | 'firstname' | 'lastname', true>>;

/**
 * Returns what is missing. An address must be complete or absent. The recipient of the cards has a first and a last
 * name, which the courier asks for. The sign-in asks for the first name alone.
 */
export function deliveryProblems(draft: OrderDraft, profile: Profile | null): DeliveryProblems {
  const problems: DeliveryProblems = {};
  const parts = ['city', 'street', 'house'] as const;
  const input = draft.address && plainAddress(draft.address);
  if (input && parts.some((part) => input[part] !== '')) {
    for (const part of parts) if (input[part] === '') problems[part] = true;
  }
  const recipient = getRecipient(draft, profile);
  if (recipient.firstname.trim() === '') problems.firstname = true;
  if (recipient.lastname.trim() === '') problems.lastname = true;
  return problems;
}

/** Returns the named recipient, or the author. */
export function getRecipient(
  { recipient }: OrderDraft,
  profile: Profile | null,
): { firstname: string; lastname: string } {
  return recipient ?? { firstname: profile?.firstname ?? '', lastname: profile?.lastname ?? '' };
}
