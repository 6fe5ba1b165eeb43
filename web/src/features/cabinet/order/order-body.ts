import { placeInOrderForm } from '#contract/ids.ts';
import type { Profile } from '../../../server/session.ts';
import type { OrderDraft } from '../../../state/order-draft.ts';
import { plainAddress } from './delivery-address.ts';
import type { OrderLine } from './order-lines.ts';

type Item = { partner_id: number; cards_cnt: number; is_virtual?: boolean };

export type OrderBody = {
  sms: string;
  inn?: string;
  add_sum: number;
  item: Record<number, Item>;
  address?: { city: string; street: string; house: string };
  recipient?: { firstname: string; lastname: string };
};

/** Virtual cards stand behind all plastic ones. */
const FIRST_VIRTUAL_PLACE = 100;

/** The screens ask for no sum beside the cards. */
const NOTHING_ADDED = 0;

/**
 * The body that the order form sends (spec section 7): index 0 is gpn, 1 rn, 2 the third network, 3 the others, then the added ones, each in
 * its own place, and a count is sent only when it is above zero. The INN is sent only when the company's own is not known
 * yet.
 */
export function orderBody(
  draft: OrderDraft,
  lines: readonly OrderLine[],
  profile: Profile | null,
  sms: string,
): OrderBody {
  const address = trimmedAddress(draft);
  const recipient = trimmedRecipient(draft);
  return {
    sms,
    ...(profile?.company?.inn ? {} : { inn: draft.inn }),
    add_sum: NOTHING_ADDED,
    item: Object.fromEntries(
      lines.map(({ partnerId, count, isVirtual }) => [
        placeInOrderForm(partnerId) + (isVirtual ? FIRST_VIRTUAL_PLACE : 0),
        { cards_cnt: count, partner_id: partnerId, ...(isVirtual && { is_virtual: true }) },
      ]),
    ),
    ...(address ? { address } : {}),
    ...(recipient ? { recipient } : {}),
  };
}

/** Null if nothing was entered. Then the registry's address is used. */
function trimmedAddress({ address }: OrderDraft): OrderBody['address'] | null {
  if (!address) return null;
  const input = plainAddress(address);
  return input.city || input.street || input.house ? input : null;
}

/** Null if nothing was entered. Then the author receives the cards. */
function trimmedRecipient({ recipient }: OrderDraft): OrderBody['recipient'] | null {
  const firstname = recipient?.firstname.trim();
  return recipient && firstname ? { firstname, lastname: recipient.lastname.trim() } : null;
}
