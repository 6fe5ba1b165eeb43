import { createHash } from 'node:crypto';
import { checkStep } from './checks/check-step.ts';
import { switchDunningOn } from './dunning.ts';
import { play } from './play.ts';
import { enterPurchaseTerms } from './purchase-terms.ts';
import type { Step } from './step.ts';
import { openWorld, type World } from './world.ts';

export interface Outcome {
  /** The step that failed, and the error; null when all checks passed. */
  failure: { at: number; step: Step; error: unknown } | null;
  /** Hash of everything that was seen, in order. */
  hash: string;
  steps: number;
  userDays: number;
  coverage: ReadonlyMap<string, number>;
  /** Concurrent actions whose order was checked. */
  transactions: number;
}

/** Steps that change nothing at the portal until the portal learns of them. */
const EXTERNAL_STEPS: readonly Step['kind'][] = ['buy', 'refund', 'resale', 'stranger', 'silence', 'read'];

/** Plays the steps on an empty, migrated database, and checks after each whether everything is as it must be. */
export async function runSteps(
  databaseUrl: string,
  steps: readonly Step[],
  until = Infinity,
): Promise<Outcome> {
  const world = await openWorld(databaseUrl);
  await enterPurchaseTerms(world);
  await switchDunningOn(world);
  const trace = createHash('sha256');
  let failure: Outcome['failure'] = null;
  let at = 0;
  try {
    for (const step of steps) {
      if (performance.now() > until) break;
      try {
        await play(world, step);
        trace.update(`${step.kind} ${world.outside.clock.now().toISOString()}`);
        if (!EXTERNAL_STEPS.includes(step.kind)) trace.update(await checkStep(world));
        if (step.kind === 'night') trace.update(await hashTrace(world));
      } catch (error) {
        failure = { at, step, error };
        break;
      }
      at += 1;
    }
    return { failure, hash: trace.digest('hex').slice(0, 16), steps: at, ...seenBy(world) };
  } finally {
    await world.end();
  }
}

function seenBy({ coverage, outside, truth, transactions }: World) {
  const all = new Map(coverage);
  for (const network of Object.values(outside.networks))
    for (const [what, times] of network.seen) all.set(what, (all.get(what) ?? 0) + times);
  return { coverage: all, userDays: truth.userDays, transactions };
}

/** Hashes every balance of every company, without the ids that the database gave them. */
async function hashTrace({ outside }: World): Promise<string> {
  const { rows } = await outside.owner.query(
    `select company.inn, account.kind, account.partner_id, card.card_number, account.balance_kopecks
     from ledger_account account join company on company.id = account.company_id left join card on card.id = account.card_id
     where account.balance_kopecks <> 0 order by 1, 2, 3, 4`,
  );
  return JSON.stringify(rows);
}
