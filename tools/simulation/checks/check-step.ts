import { openSum, unallocatedRange } from '../company-money.ts';
import { Failure, type World } from '../world.ts';

interface Sums {
  company: number;
  all: number;
  bank: number;
  unallocated: number;
  transit: number;
  min: number;
  broken: number;
  hold: number;
  authorised: number;
}

/**
 * Checks, by one query for all companies, what must be true at any moment. Returns the checked figures for the trace.
 */
export async function checkStep(world: World): Promise<string> {
  const { outside, truth } = world;
  if (outside.complaints.length > 0) throw new Failure(outside.complaints.join('; '));
  const { rows } = await outside.owner.query<Sums>(
    `select company_id as company, sum(balance_kopecks)::bigint as all,
       sum(balance_kopecks) filter (where kind = 'bank')::bigint as bank,
       sum(balance_kopecks) filter (where kind = 'unallocated')::bigint as unallocated,
       sum(balance_kopecks) filter (where kind = 'in-transit')::bigint as transit,
       min(balance_kopecks) filter (where kind in ('in-transit', 'partner', 'card', 'hold'))::bigint as min,
       count(*) filter (where kind = 'debt' and balance_kopecks > 0)::bigint as broken,
       coalesce(sum(balance_kopecks) filter (where kind = 'hold'), 0)::bigint as hold, (
         select coalesce(sum(held_kopecks), 0)::bigint from authorisation
         where authorisation.company_id = ledger_account.company_id and state = 'approved') as authorised
     from ledger_account group by company_id`,
    [],
  );
  const seen = new Map(rows.map((row) => [Number(row.company), row]));
  for (const company of truth.companies) {
    const sums = seen.get(company.id);
    const fail = (what: string): never => {
      throw new Failure(`company ${truth.companies.indexOf(company)}: ${what} ${JSON.stringify(sums)}`);
    };
    if (!sums) return fail('it has no accounts');
    if (sums.all !== 0) fail('its accounts do not add up to zero');
    if (sums.bank !== -company.paidIn) fail(`the bank has brought ${company.paidIn}`);
    if (sums.min < 0 || sums.broken > 0) fail('an account is below its floor');
    if (sums.hold !== sums.authorised) fail('what is on hold is not what pumps may sell');
    const { min: least, max } = unallocatedRange(company);
    if (sums.unallocated < least || sums.unallocated > max)
      fail(`unallocated must be from ${least} to ${max}`);
    if (sums.transit > openSum(company))
      fail(`in transit is more than ${openSum(company)} that was asked for`);
  }
  return JSON.stringify(truth.companies.map(({ id }) => ({ ...seen.get(id), company: null })));
}
