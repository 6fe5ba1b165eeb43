import { ask, retryUntilAnswered, type RequestInput } from './ask.ts';
import { unallocatedRange } from './company-money.ts';
import { listFurther, type Company } from './truth.ts';
import { Failure, type World } from './world.ts';

/** Checks what a session or a tab shows of a company, and that it shows nothing of the person's others. */
export async function viewCompany(
  world: World,
  company: Company,
  tab: Pick<RequestInput, 'token' | 'company'>,
  others = listFurther(world.truth, company),
): Promise<void> {
  const { data } = await retryUntilAnswered(world, 'GET', `/api/client/${company.id}`, tab);
  const { min: least, max } = unallocatedRange(company);
  const seen = Math.round(data.notDistSum * 100);
  const free = (sum: number): number => Math.max(0, sum + company.credit);
  if (seen < free(least) || seen > free(max))
    throw new Failure(`the portal shows ${seen} free, and it must be from ${free(least)} to ${free(max)}`);
  await retryUntilAnswered(world, 'GET', '/api/operations', tab);
  const cards = (await retryUntilAnswered(world, 'GET', '/api/card', tab)).data as { id: number }[];
  const shown = new Set(cards.map(({ id }) => id));
  if (company.cards.some(({ id }) => !shown.has(id)))
    throw new Failure(`company ${company.id} does not show all of its cards`);
  for (const other of others) {
    if (other.cards.some(({ id }) => shown.has(id)))
      throw new Failure(`company ${company.id} shows cards of company ${other.id}`);
    const { status } = await ask(world, 'GET', `/api/client/${other.id}`, tab);
    if (status === 200) throw new Failure(`company ${company.id} shows the money of company ${other.id}`);
  }
}
