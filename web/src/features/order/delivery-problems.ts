import type { OrderDraft } from '../../state/order-draft.ts';
import { plainAddress } from './delivery-address.ts';

export type DeliveryProblems = Partial<Record<'city' | 'street' | 'house' | 'firstname', true>>;

/** What is missing: an address must be complete or absent; a recipient that was edited needs a first name. */
export function deliveryProblems({ address, recipient }: OrderDraft): DeliveryProblems {
  const problems: DeliveryProblems = {};
  const parts = ['city', 'street', 'house'] as const;
  const said = address && plainAddress(address);
  if (said && parts.some((part) => said[part] !== '')) {
    for (const part of parts) if (said[part] === '') problems[part] = true;
  }
  if (recipient && recipient.firstname.trim() === '') problems.firstname = true;
  return problems;
}
