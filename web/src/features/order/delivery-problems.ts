import type { OrderDraft } from '../../api/order-draft.ts';

export type DeliveryProblems = Partial<Record<'city' | 'street' | 'house' | 'firstname', true>>;

/** What is missing: an address must be complete or absent; a recipient that was edited needs a first name. */
export function deliveryProblems({ address, recipient }: OrderDraft): DeliveryProblems {
  const problems: DeliveryProblems = {};
  const parts = ['city', 'street', 'house'] as const;
  const given = address && parts.some((part) => address[part].trim() !== '');
  if (given) {
    for (const part of parts) if (address[part].trim() === '') problems[part] = true;
  }
  if (recipient && recipient.firstname.trim() === '') problems.firstname = true;
  return problems;
}
