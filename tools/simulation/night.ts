import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { moscowDay } from '../../api/src/lib/money-format.ts';
import { issueAdvances, recordCardCharges } from './advances.ts';
import { retryUntilAnswered, newKey } from './ask.ts';
import { checkDay, listReportedSales } from './checks/check-day.ts';
import { closeMonthIfOver } from './close-month.ts';
import { collectDebts, recordEvening } from './dunning.ts';
import { doDueJobs, doLoop } from './queue.ts';
import { resolveMovements } from './resolve-movements.ts';
import { Failure, type World } from './world.ts';

const ROUNDS = 14;
const PAUSE_SECONDS = 960;

/**
 * A day's end: users do nothing new, silences end, everything that was under way ends, staff decide what no network
 * will ever report, and then everything is compared. Afterwards it is six in the morning, UTC.
 */
export async function night(world: World, choice: number): Promise<void> {
  const { outside, truth } = world;
  const day = moscowDay(outside.clock.now());
  recordCardCharges(world, day);
  const until = Math.max(...PARTNER_IDS.map((id) => outside.networks[id].silentUntil()));
  const left = (until - outside.clock.now().getTime()) / 1000;
  if (left > 0) outside.clock.advanceSeconds(left + 1);
  await settleEverything(world, choice);
  await settleUnclear(world);
  resolveMovements(world);
  for (const id of PARTNER_IDS) outside.networks[id].contradict();
  await runNightlyJobs(world);
  await settleEverything(world, choice + 1);
  await world.revive();
  await world.undisturbed(() => checkDay(world));
  recordEvening(world, listReportedSales(world), day);
  await issueAdvances(world);
  await world.revive();
  truth.userDays += truth.companies.length;
  outside.clock.setTo(nextMorning(outside.clock.now()));
  await collectDebts(world);
  await world.revive();
  await closeMonthIfOver(world);
}

/** Runs until only cases that no network will answer are left. */
async function settleEverything(world: World, choice: number): Promise<void> {
  let waiting: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    world.outside.clock.advanceSeconds(PAUSE_SECONDS);
    for (let loop = 0; loop < world.portal.loops.length; loop += 1) await doLoop(world, loop);
    let chosen = choice;
    await doDueJobs(world, () => (chosen += 7));
    waiting = await listWaiting(world);
    if (waiting.length === 0) return;
  }
  throw new Failure(`does not come to rest: ${waiting.slice(0, 5).join('; ')}`);
}

/** Returns what still waits for a network that has answered, or will. */
async function listWaiting({ outside }: World): Promise<string[]> {
  const { rows } = await outside.owner.query<{
    what: string;
    partner: FirstPartnerId;
    request: string | null;
  }>(
    `select 'operation ' || operation.id as what, operation.partner_id as partner, network_request_id::text as request
     from operation where status_id = 2
     union all
     select 'order item ' || item.id, item.partner_id, null from card_request_item item where issued_at is null
     union all
     select 'change ' || change.id, 0, null from card_change change where state = 'waiting'
     order by 1`,
  );
  const isUnfinishedJob = ({ partner, request }: (typeof rows)[number]): boolean =>
    request !== null && isUnanswered(outside, partner, request);
  return rows.filter((row) => !isUnfinishedJob(row)).map(({ what }) => what);
}

function isUnanswered({ networks }: World['outside'], partnerId: FirstPartnerId, requestId: string): boolean {
  return networks[partnerId].taken.get(requestId)?.isUnanswered === true;
}

/** Staff check the network's office, which shows the real effects. */
async function settleUnclear(world: World): Promise<void> {
  const { token } = world.staff;
  const movements = await retryUntilAnswered(world, 'GET', '/staff/api/unclear-movements', { token });
  for (const movement of movements.data as Unclear[])
    await settle(world, movement, `/staff/api/unclear-movements/${movement.id}/settle`);
  const blocks = await retryUntilAnswered(world, 'GET', '/staff/api/unsettled?kind=block', { token });
  for (const block of blocks.data as Unclear[])
    await settle(world, block, `/staff/api/unsettled/block/${block.id}/settle`);
}

/** An operation that its network has not answered. */
interface Unclear {
  id: number;
  partner: { id: FirstPartnerId };
}

async function settle(world: World, { id, partner }: Unclear, url: string): Promise<void> {
  const { rows } = await world.outside.owner.query<{ request: string }>(
    'select network_request_id::text as request from operation where id = $1',
    [id],
  );
  const taken = world.outside.networks[partner.id].taken.get(rows[0]?.request ?? '');
  const json = { executed: taken?.effect === 'done', reason: 'Кабинет сети' };
  await retryUntilAnswered(world, 'POST', url, { token: world.staff.token, json, key: newKey(world) });
  world.count(`staff decide ${json.executed ? 'executed' : 'not executed'}`);
}

/** Runs them as the queue's clock would between two days. */
async function runNightlyJobs(world: World): Promise<void> {
  for (const task of ['start-late-reading', 'delete-spent'])
    await world.outside.owner.query('select enqueue_job($1, $2::json)', [task, '{}']);
}

function nextMorning(now: Date): Date {
  const morning = new Date(now);
  morning.setUTCHours(6, 0, 0, 0);
  if (morning <= now) morning.setUTCDate(morning.getUTCDate() + 1);
  return morning;
}
