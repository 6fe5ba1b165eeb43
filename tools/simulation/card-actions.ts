import { LIMITED_PARTNER } from '#contract/ids.ts';
import { ask, retryUntilAnswered } from './ask.ts';
import type { CommandOutcome } from './network.ts';
import { type Card, type Company, unallocatedRange } from './truth.ts';
import { Failure, type World } from './world.ts';

/** Requests the wanted state, so that a caller without an answer may retry. */
export async function setBlocked(
  world: World,
  company: Company,
  card: Card,
  blocked: boolean,
  outcome: CommandOutcome,
): Promise<void> {
  const json = { ids: [card.id], blocked };
  const { data } = await retryUntilAnswered(world, 'POST', '/api/card/bulk/status', {
    token: company.admin.token,
    json,
  });
  if (!data.results[0]?.ok) return;
  world.outside.networks[card.partnerId].cards.get(card.number)?.outcomes.push(outcome);
  world.count('block');
}

export async function setLimit(world: World, company: Company, card: Card, litres: number): Promise<void> {
  if (card.partnerId !== LIMITED_PARTNER) return;
  const json = { unit_count: litres, unit_type: 'amount', period: 'P1D', goodsGroups: [] };
  await ask(world, 'POST', `/api/card/${card.id}/setLimit`, { token: company.admin.token, json });
  world.count('limit');
}

/** A person reads the list, the cards and the balances. */
export async function viewScreens(world: World, company: Company): Promise<void> {
  const { token } = company.admin;
  const { data } = await retryUntilAnswered(world, 'GET', `/api/client/${company.id}`, { token });
  const { min: least, max } = unallocatedRange(company);
  const seen = Math.round(data.notDistSum * 100);
  const free = (sum: number): number => Math.max(0, sum + company.credit);
  if (seen < free(least) || seen > free(max))
    throw new Failure(`the portal shows ${seen} free, and it must be from ${free(least)} to ${free(max)}`);
  await retryUntilAnswered(world, 'GET', '/api/operations', { token });
  await retryUntilAnswered(world, 'GET', '/api/card', { token });
}
