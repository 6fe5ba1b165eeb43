import { CLOSING_KINDS } from '#contract/papers/closing.ts';
import { ask, confirmApproval, retryUntilAnswered } from './ask.ts';
import { doDueJobs, doLoop } from './queue.ts';
import { Failure, type World } from './world.ts';

/** On the first morning of a month staff close the previous one. What is still open goes into the next set. */
export async function closeMonthIfOver(world: World): Promise<void> {
  const now = world.outside.clock.now();
  if (now.getUTCDate() !== 1) return;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  for (let loop = 0; loop < world.portal.loops.length; loop += 1) await doLoop(world, loop);
  const json = { date: month, despite: CLOSING_KINDS, reason: 'Остальное войдёт в следующий комплект' };
  const { token } = world.staff;
  const answer = await ask(world, 'POST', '/staff/api/documents/close-month', { token, json });
  if (answer.status === 202) await confirmApproval(world, answer.data.approval.id);
  else if (answer.status !== 200)
    throw new Failure(`the month was not closed: ${JSON.stringify(answer.body)}`);
  await doDueJobs(world, () => 0);
  await checkDocuments(world, month);
  world.count('month closed');
}

interface MonthDocument {
  kind: string | null;
  partner_id: number;
  sum: number | null;
}

/**
 * Checks that each network's УПД covers the purchases there that were known by then and are in no earlier documents.
 */
async function checkDocuments(world: World, month: string): Promise<void> {
  const { truth, outside } = world;
  const now = outside.clock.now();
  for (const company of truth.companies) {
    const { data } = await retryUntilAnswered(world, 'GET', `/api/doc?year=${month.slice(0, 4)}`, {
      token: company.admin.token,
    });
    const documents = (data[month] ?? []) as MonthDocument[];
    const fuel = new Map<number, number>();
    for (const sale of truth.sales) {
      if (sale.company !== company || sale.isPrinted || sale.reportedAt > now) continue;
      sale.isPrinted = true;
      const before = fuel.get(sale.card.partnerId) ?? 0;
      fuel.set(sale.card.partnerId, before + (sale.refundOf ? -sale.sum : sale.sum));
    }
    for (const [partnerId, sum] of fuel) {
      const upd = documents.filter((paper) => paper.kind === 'upd' && paper.partner_id === partnerId);
      const printed = upd.map((paper) => Math.round((paper.sum ?? 0) * 100));
      if (sum > 0 && String(printed) !== String([sum]))
        throw new Failure(
          `УПД of company ${company.id} for partner ${partnerId} print ${printed}, must be ${sum}`,
        );
    }
  }
}
