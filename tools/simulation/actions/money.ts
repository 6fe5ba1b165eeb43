import { PARTNER, type FirstPartnerId } from '#contract/ids.ts';
import { ask, changeAsStaff, freshCode, newKey, type PortalResponse } from '../ask.ts';
import { DAYS_FOR_PAYMENT } from '../dunning.ts';
import { distributeAsFirm } from './delegation.ts';
import type { CommandOutcome } from '../network.ts';
import { unallocatedRange } from '../company-money.ts';
import { listFurther, type Card, type Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

/** Sums are kopecks; the wire has rubles. */
export async function distribute(
  world: World,
  company: Company,
  partnerId: FirstPartnerId,
  sum: number,
): Promise<void> {
  const range = freeRange(company);
  const answer =
    (await distributeAsFirm(world, company, { partnerId, sum })) ??
    (await moveBetween(world, company, 'accounts', partnerId, sum));
  if (assertAllowed('a distribution', sum, range, answer)) company.distributed[partnerId] += sum;
}

/**
 * The sum on a partner account depends on what its cards have taken from there. The portal decides whether it is
 * enough.
 */
export async function revoke(
  world: World,
  company: Company,
  partnerId: FirstPartnerId,
  sum: number,
): Promise<void> {
  const answer = await moveBetween(world, company, 'accounts/revoke', partnerId, sum);
  if (answer.status !== 200) return;
  company.revoked[partnerId] += sum;
  if (company.revoked[partnerId] > company.distributed[partnerId])
    throw new Failure(`more was revoked from partner ${partnerId} than was ever distributed to it`);
}

/** An admin of two companies uses a tab of the session that has entered the other one. */
function moveBetween(world: World, company: Company, path: string, partnerId: FirstPartnerId, sum: number) {
  const json = { accounts: [{ partner_id: partnerId, sum: sum / 100 }] };
  const [other] = listFurther(world.truth, company);
  const tab = { token: (other ?? company).admin.token, ...(other && { company: company.id }) };
  return ask(world, 'POST', `/api/client/${company.id}/${path}`, { ...tab, json, key: newKey(world) });
}

export async function moveCardMoney(
  world: World,
  company: Company,
  card: Card,
  { toCard, sum, outcome }: { toCard: boolean; sum: number; outcome: CommandOutcome },
): Promise<void> {
  const { admin } = company;
  const sms = await freshCode(world, admin, { purpose: toCard ? 'transfer' : 'payout', subject: card.id });
  const range = freeRange(company);
  const form = { sum: sum / 100, sms, mode: toCard ? 1 : 0 };
  const answer = await ask(world, 'POST', `/api/card/${card.id}/transaction`, {
    token: admin.token,
    form,
    key: newKey(world),
  });
  // A payout depends on what our books have on the card, which the feed may not have reached yet.
  const isDone = toCard ? assertAllowed('a transfer', sum, range, answer) : answer.status === 200;
  if (!isDone) return;
  company.movements.push({ card, toCard, sum, done: null });
  world.outside.networks[card.partnerId].cards.get(card.number)?.outcomes.push(outcome);
}

/** Makes as many movements as the company has cards, by one code. */
export async function moveToMany(
  world: World,
  company: Company,
  sum: number,
  outcomes: readonly CommandOutcome[],
): Promise<void> {
  const { token, phone } = company.admin;
  const cards = company.cards.slice(0, 3);
  const lines = cards.map(({ id }) => ({ card_id: id, sum: sum / 100 }));
  const preview = await ask(world, 'POST', '/api/card/bulk/transaction/preview', {
    token,
    json: { mode: 1, aim: 'sum', lines },
  });
  if (preview.status !== 200) return;
  const { subject, total } = preview.data;
  const sms = await freshCode(world, { token, phone }, { purpose: 'transfers', subject, sum: total });
  const range = freeRange(company);
  const json = { mode: 1, sms, lines };
  const answer = await ask(world, 'POST', '/api/card/bulk/transaction', { token, json, key: newKey(world) });
  if (!assertAllowed('a transfer to many cards', sum * cards.length, range, answer)) return;
  for (const [index, card] of cards.entries()) {
    company.movements.push({ card, toCard: true, sum, done: null });
    world.outside.networks[card.partnerId].cards
      .get(card.number)
      ?.outcomes.push(outcomes[index % outcomes.length] ?? 'done');
  }
}

/** Staff lend: what a company may go below zero. */
export async function setCredit(world: World, company: Company, sum: number): Promise<void> {
  const json = { creditSum: sum / 100, creditDaysForPayment: DAYS_FOR_PAYMENT, creditDaysWithoutPayment: 0 };
  const url = `/staff/api/clients/${company.id}/credit`;
  await changeAsStaff(world, 'PUT', url, json);
  company.credit = sum;
  company.creditDays = DAYS_FOR_PAYMENT;
}

/** A company that has got credit distributes all that it surely has, so that it owes for days. */
export async function useCredit(world: World, company: Company): Promise<void> {
  const { min } = freeRange(company);
  if (min > 0) await distribute(world, company, PARTNER.gpn, min);
}

interface Range {
  min: number;
  max: number;
}

/** Unallocated funds and what is left of the credit. */
function freeRange(company: Company): Range {
  const { min: least, max } = unallocatedRange(company);
  return { min: least + company.credit, max: max + company.credit };
}

/** Asserts that an action is done if the money suffices, and refused if it cannot suffice. Returns which it was. */
function assertAllowed(
  what: string,
  sum: number,
  { min: least, max }: Range,
  { status, body }: PortalResponse,
): boolean {
  const isDone = status === 200;
  if (!isDone && sum <= least)
    throw new Failure(
      `${what} of ${sum} was refused with at least ${least} free: ${status} ${JSON.stringify(body)}`,
    );
  if (isDone && sum > max) throw new Failure(`${what} of ${sum} was done with at most ${max} free`);
  return isDone;
}
