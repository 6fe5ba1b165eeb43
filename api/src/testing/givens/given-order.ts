import { innProblem } from '#contract/values/inn.ts';
import { PARTNER } from '#contract/ids.ts';
import type { ApiResponse, TestApi } from '../api.ts';
import { approveOrder } from '../../modules/orders/orders/approve-order.ts';
import { askForCards } from '../../modules/orders/orders/ask-for-cards.ts';
import { givenCode, type GivenPerson } from './factories.ts';

let serial = 0;

/** Returns an INN of region 00, which belongs to no one. No order exists for its company yet. */
export function freeInn(): string {
  serial += 1;
  const start = `00${String(serial).padStart(7, '0')}`;
  const control = [...'0123456789'].find((digit) => innProblem(start + digit) === null);
  return start + control;
}

/** Fields of the order form, named as in spec section 7. */
export function itemFields(
  items: readonly { partner: number; count: number | string }[],
): Record<string, string> {
  return Object.fromEntries(
    items.flatMap(({ partner, count }, index) => [
      [`item[${index}][cards_cnt]`, String(count)],
      [`item[${index}][partner_id]`, String(partner)],
    ]),
  );
}

/** A new code for this person, without waiting: the clock is moved past the resend time. */
export async function freshCode(api: TestApi, person: GivenPerson): Promise<string> {
  api.clock.advanceSeconds(46);
  return givenCode(api, person);
}

/** Orders as the wizard does; returns the call's answer. */
export async function order(
  api: TestApi,
  person: GivenPerson,
  input: {
    items?: { partner: number; count: number | string }[];
    sms?: string;
    path?: string;
    key?: string;
    more?: Record<string, string>;
  } = {},
): Promise<ApiResponse> {
  const items = input.items ?? [{ partner: PARTNER.gpn, count: 2 }];
  const form = { sms: input.sms ?? (await freshCode(api, person)), ...itemFields(items), ...input.more };
  const key = input.key === undefined ? {} : { key: input.key };
  return api.post(input.path ?? '/api/cardsRequest', { token: person.token, form, ...key });
}

export interface GivenOrder {
  id: number;
  itemIds: number[];
}

/** Returns an order made through the public API. */
export async function givenOrder(
  api: TestApi,
  person: GivenPerson,
  items?: { partner: number; count: number }[],
): Promise<GivenOrder> {
  const answer = await order(api, person, items ? { items } : {});
  if (answer.status !== 200) throw new Error(`not ordered: ${answer.status} ${answer.body.message}`);
  const made = answer.body.data;
  return { id: made.id, itemIds: made.order.items.map((item: { id: number }) => item.id) };
}

/** Like `givenOrder`, with its cards already issued by the networks. */
export async function givenIssuedOrder(
  api: TestApi,
  person: GivenPerson,
  items?: { partner: number; count: number }[],
): Promise<GivenOrder> {
  const made = await givenOrder(api, person, items);
  await approveOrder(api.ctx, made.id);
  for (const itemId of made.itemIds) await askForCards(api.ctx, itemId);
  // The networks report the cards by their feeds.
  api.clock.advanceSeconds(11);
  await api.pollNetworks();
  return made;
}
