import { LIMITED_PARTNER } from '#contract/ids.ts';
import { ask, retryUntilAnswered } from '../ask.ts';
import { viewAsFirms } from './delegation.ts';
import type { CommandOutcome } from '../network.ts';
import { unallocatedRange } from '../company-money.ts';
import { isOpen, listFurther, type Card, type Company } from '../truth.ts';
import { viewCompany } from '../view-company.ts';
import { Failure, type World } from '../world.ts';

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

/** A person reads the list, the cards and the balances, also of the other companies that he acts for. */
export async function viewScreens(world: World, company: Company): Promise<void> {
  const { token } = company.admin;
  await viewCompany(world, company, { token });
  await viewAsFirms(world, company);
  const further = listFurther(world.truth, company);
  if (further.length === 0) return;
  for (const own of [company, ...further]) await viewCompany(world, own, { token, company: own.id });
  for (const entered of [...further, company]) {
    await retryUntilAnswered(world, 'POST', `/api/companies/${entered.id}/enter`, { token });
    await viewCompany(world, entered, { token });
  }
  await checkOwnCompanies(world, company, token);
  world.count('company entered');
}

/** The table of all companies of a person has his own and those that have let his firm in, each with its own money. */
async function checkOwnCompanies(world: World, { admin }: Company, token: string): Promise<void> {
  const { truth, outside } = world;
  const now = outside.clock.now();
  const lent = truth.delegations.filter((given) => given.firm.admin.id === admin.id && isOpen(given, now));
  const own = truth.companies.filter((company) => company.admin.id === admin.id);
  const expected = new Set([...own, ...lent.map(({ company }) => company)]);
  const { data } = await retryUntilAnswered(world, 'GET', '/api/companies/overview', { token });
  const shown = new Map((data as { id: number; unallocated: number }[]).map((row) => [row.id, row]));
  if (shown.size !== expected.size)
    throw new Failure(`a person of ${expected.size} companies sees ${shown.size}`);
  for (const company of expected) {
    const { min, max } = unallocatedRange(company);
    const free = Math.round((shown.get(company.id)?.unallocated ?? Number.NaN) * 100);
    if (!(free >= min && free <= max))
      throw new Failure(
        `company ${company.id} has ${free} in the table of companies, must be from ${min} to ${max}`,
      );
  }
  world.count('own companies compared');
}
