import { moscowDay } from '../../api/src/lib/money-format.ts';
import { checkAdvances } from './checks/check-tax-books.ts';
import { doDueJobs } from './queue.ts';
import { cardFees, getExtra } from './tariffs.ts';
import { signed, total, type Company } from './truth.ts';
import { Failure, type World } from './world.ts';

const PAUSE_SECONDS = 300;
const ROUNDS = 10;

/** The evening's job closes the five days that are over. Nothing else moves meanwhile. */
export async function issueAdvances(world: World): Promise<void> {
  const { owner, clock } = world.outside;
  const till = findClosedDay(moscowDay(clock.now()));
  const isClosed = closeAdvances(world, till);
  await owner.query('select enqueue_job($1, $2::json)', ['issue-advance-invoices', '{}']);
  for (let round = 0; round < ROUNDS; round += 1) {
    await doDueJobs(world, () => 0);
    const { rowCount } = await owner.query(
      `select from graphile_worker.jobs where task_identifier = 'issue-advance-invoices'`,
    );
    if (rowCount === 0) return isClosed ? checkAdvances(world, till) : undefined;
    clock.advanceSeconds(PAUSE_SECONDS);
  }
  throw new Failure('the advances of a day are not issued');
}

/** Remembers what each company has paid and not used up by a day that is closed now. False where it was closed before. */
export function closeAdvances(world: World, till: string): boolean {
  let isClosed = false;
  for (const company of world.truth.companies) {
    if (company.advanceTill >= till || company.since > till) continue;
    isClosed = true;
    company.advanceTill = till;
    company.advance = Math.max(0, sumPaidAndUnused(world, company, till));
  }
  return isClosed;
}

/** Records the cards that came on a day, at its night: the day on which they were served is that of the fee. */
export function recordCardCharges({ truth }: World, day: string): void {
  for (const company of truth.companies) {
    const sum = cardFees(company) - total(company.cardCharges.map((charge) => charge.sum));
    if (sum > 0) company.cardCharges.push({ day, sum });
  }
}

function sumPaidAndUnused({ truth, outside }: World, company: Company, till: string): number {
  const now = outside.clock.now();
  const paid = truth.payments.filter(
    (payment) =>
      payment.company === company &&
      payment.expected === 'credited' &&
      payment.timesReported > 0 &&
      payment.day.split('.').toReversed().join('-') <= till,
  );
  const used = truth.sales.filter(
    (sale) => sale.company === company && sale.reportedAt <= now && moscowDay(sale.soldAt) <= till,
  );
  const corrected = company.corrections.filter(({ day }) => day <= till);
  const cards = company.cardCharges.filter(({ day }) => day <= till);
  return (
    total([...paid, ...corrected].map(({ sum }) => sum)) -
    total([...used.map(signed), ...cards.map(({ sum }) => sum)]) -
    getExtra(used)
  );
}

/** Returns the last day of the five days before those of a day; they are counted from the first of the month. */
function findClosedDay(day: string): string {
  const first = Math.floor((Number(day.slice(8)) - 1) / 5) * 5 + 1;
  const at = new Date(`${day.slice(0, 8)}${String(first).padStart(2, '0')}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}
