import { moscowDay } from '../../api/src/lib/money-format.ts';
import { changeAsStaff, newKey, retryUntilAnswered } from './ask.ts';
import { ownPart } from './company-money.ts';
import { doDueJobs } from './queue.ts';
import { cardFees, splitExtra } from './tariffs.ts';
import { total, type Company, type Sale } from './truth.ts';
import { Failure, type World } from './world.ts';

/** Days after which credit has to be paid. */
export const DAYS_FOR_PAYMENT = 1;
/** Hundredths of a percent a day. */
const RATE = 10;
const DAY_MS = 86_400_000;

/** Staff make the one rule for all clients, and two of them switch it on. Cards are not stopped by it. */
export async function switchDunningOn(world: World): Promise<void> {
  const { token } = world.staff;
  const { data } = await retryUntilAnswered(world, 'POST', '/staff/api/dunning-rules', {
    token,
    key: newKey(world),
    json: {
      basis: 'credit',
      steps: [
        { day: 1, action: 'remind' },
        { day: 1, action: 'penalty', rate: RATE / 100 },
        { day: 2, action: 'claim' },
      ],
    },
  });
  await changeAsStaff(world, 'POST', `/staff/api/dunning-rules/${data.id}/on`, { reason: 'Приказ 7' });
}

/** Records the end of a day. A night that ends on another day leaves none, because it is not known what belongs to which. */
export function recordEvening({ truth, outside }: World, reported: readonly Sale[], startedOn: string): void {
  const day = moscowDay(outside.clock.now());
  if (day !== startedOn) return;
  for (const company of truth.companies) {
    const { movements, revoked, corrections, paidIn } = company;
    const { taken, given } = splitExtra(reported.filter((sale) => sale.company === company));
    const own = ownPart(company);
    const returned = movements.filter(({ toCard, done }) => done !== toCard);
    company.evenings.push({
      day,
      min: own - taken - cardFees(company),
      max: own + given,
      paidIn,
      back:
        given + total(Object.values(revoked)) + total([...returned, ...corrections].map(({ sum }) => sum)),
    });
  }
}

/** In the morning the job reminds, claims, and writes the penalty of the day before. */
export async function collectDebts(world: World): Promise<void> {
  const { owner, clock } = world.outside;
  await owner.query('select enqueue_job($1, $2::json)', ['run-dunning', '{}']);
  await doDueJobs(world, () => 0);
  const now = clock.now().getTime();
  const yesterday = moscowDay(new Date(now - DAY_MS));
  const usedBy = moscowDay(new Date(now - (DAYS_FOR_PAYMENT + 2) * DAY_MS));
  const { rows } = await owner.query<{ company: number; base: number; sum: number }>(
    `select company_id as company, base_kopecks as base, sum_kopecks as sum from dunning_penalty where day = $1`,
    [yesterday],
  );
  const penalties = new Map(rows.map((row) => [Number(row.company), row]));
  const { rows: reminded } = await owner.query<{ company: number }>(
    `select distinct company_id as company from dunning_action where action = 'remind' and outcome = 'done'`,
  );
  const warned = new Set(reminded.map((row) => Number(row.company)));
  for (const company of world.truth.companies) {
    const { base = 0, sum = 0 } = penalties.get(company.id) ?? {};
    const range = lateRange(company, usedBy, yesterday);
    if (!range) continue;
    if (base < range.min || base > range.max || sum !== Math.round((base * RATE) / 10_000))
      throw new Failure(
        `company ${company.id} has a penalty of ${sum} from ${base} late on ${yesterday}, must be from ${range.min} to ${range.max}`,
      );
    if (base > 0) world.count('penalty');
    if (range.min > 0 && !warned.has(company.id))
      throw new Failure(`company ${company.id} is late on ${yesterday}, and nothing has reminded it`);
  }
}

/**
 * Returns the range of credit that was used by the end of one day and is not paid by the end of another one: payments pay the oldest use
 * first, and money that comes back from elsewhere takes back the latest. Null where an evening is not known.
 */
function lateRange(
  { evenings, creditDays }: Company,
  usedBy: string,
  day: string,
): { min: number; max: number } | null {
  const [start, end] = [usedBy, day].map((wanted) => evenings.find((evening) => evening.day === wanted));
  if (!start || !end) return null;
  if (creditDays === 0) return { min: 0, max: 0 };
  const paid = end.paidIn - start.paidIn;
  return {
    min: Math.max(0, -(start.max + paid + end.back - start.back)),
    max: Math.max(0, -(start.min + paid)),
  };
}
