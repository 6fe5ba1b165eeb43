import { changeAsStaff, retryUntilAnswered } from '../ask.ts';
import { total, type Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

/** Staff put a company and another one under one owner. A company has one owner, so it leaves the one that it had. */
export async function groupOwner(world: World, company: Company, choice: number): Promise<void> {
  const { truth } = world;
  const others = truth.companies.filter((other) => other !== company);
  const other = others[choice % others.length];
  if (!other) return;
  const title = `Владелец ${truth.owners.length + 1}`;
  const clients = [company.id, other.id];
  await changeAsStaff(world, 'POST', '/staff/api/client-groups', { kind: 'owner', title, clients });
  for (const owner of truth.owners)
    owner.companies = owner.companies.filter((owned) => owned !== company && owned !== other);
  truth.owners.push({ title, companies: [company, other] });
  world.count('companies of one owner');
}

interface ShownOwner {
  title: string;
  by: string;
  limit: number;
  debt: number;
  companies: { id: number }[];
}

/** Checks that staff see each owner of several companies with exactly these, and with their credits and debts together. */
export async function checkOwners(world: World, sumDebt: (company: Company) => number): Promise<void> {
  const { token } = world.staff;
  const { data } = await retryUntilAnswered(world, 'GET', '/staff/api/owners', { token });
  const shown = (data as ShownOwner[])
    .filter(({ by }) => by === 'group')
    .map(({ title, limit, debt, companies }) =>
      formatOwner(title, companies, [Math.round(limit * 100), Math.round(debt * 100)]),
    );
  const must = world.truth.owners
    .filter(({ companies }) => companies.length > 1)
    .map(({ title, companies }) =>
      formatOwner(title, companies, [
        total(companies.map(({ credit }) => credit)),
        total(companies.map(sumDebt)),
      ]),
    );
  if (String(shown.sort()) !== String(must.sort()))
    throw new Failure(`owners are ${shown.join('; ')}, must be ${must.join('; ')}`);
  if (must.length > 0) world.count('owners compared');
}

function formatOwner(title: string, companies: readonly { id: number }[], sums: readonly number[]): string {
  const ids = companies.map(({ id }) => id).sort((a, b) => a - b);
  return `${title} of ${ids.join('+')}: limit and debt ${sums.join(' and ')}`;
}
