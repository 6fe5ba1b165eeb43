import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { loadBankFile } from './actions/bank.ts';
import { ask, freshCode, newKey, type PortalResponse } from './ask.ts';
import { findCycle, formatCycle, type Transaction } from './history.ts';
import { readHistory, readMark, type LedgerHistory } from './ledger-history.ts';
import { openSum } from './company-money.ts';
import type { Company } from './truth.ts';
import { Failure, type World } from './world.ts';

/** Answer that one caller saw, and its times, on a counter of the storm. */
interface TimedAnswer {
  started: number;
  ended: number;
  answer: PortalResponse;
}

/**
 * Many call at once for one company: the same request twice under one key, equal distributions, one code spent by two,
 * reads of the balances, a bank's file. Whatever order they happen in, the end is the same, and what each saw must fit
 * one order.
 */
export async function storm(
  world: World,
  company: Company,
  { people, sum }: { people: number; sum: number },
): Promise<void> {
  if (openSum(company) !== 0) return;
  const free = (await readUnallocated(world, company)) + company.credit;
  if (free <= 0) return;
  const mark = await readMark(world);
  let moment = 0;
  const watched = async (asking: Promise<PortalResponse>): Promise<TimedAnswer> => {
    const startedAt = (moment += 1);
    const answer = await asking;
    return { started: startedAt, ended: (moment += 1), answer };
  };
  const reads: TimedAnswer[] = [];
  const readAndRecord = async () => void reads.push(await watched(readBalances(world, company)));
  const isShort = sum * (people + 1) > free;
  const code = isShort ? null : await codeForCard(world, company);
  const partnerId = PARTNER_IDS[people % PARTNER_IDS.length] as FirstPartnerId;
  const [given] = await Promise.all([
    sendConcurrently(world, company, { partnerId, sum, people }),
    readAndRecord(),
    code ? spendTwice(world, company, code, sum) : null,
    readAndRecord(),
    isShort ? null : loadBankFile(world, 1),
  ]);
  await readAndRecord();
  assertOutcomesAllowed({ given, sum, people, free });
  company.distributed[partnerId] += given * sum;
  await assertExplained(world, company, { mark, looks: reads });
  world.count(isShort ? 'storm past the money' : 'storm');
}

/** Reads what the storm begins with: the check after the last step has found it within its range, and nothing is under way. */
async function readUnallocated({ outside }: World, { id }: Company): Promise<number> {
  const { rows } = await outside.owner.query<{ balance: number }>(
    `select balance_kopecks as balance from ledger_account where company_id = $1 and kind = 'unallocated'`,
    [id],
  );
  return rows[0]?.balance ?? 0;
}

function readBalances(world: World, company: Company): Promise<PortalResponse> {
  return ask(world, 'GET', `/api/client/${company.id}`, { token: company.admin.token });
}

/** Equal distributions by as many requests; each is sent twice under its key. Returns how many were done. */
async function sendConcurrently(
  world: World,
  company: Company,
  { partnerId, sum, people }: { partnerId: FirstPartnerId; sum: number; people: number },
): Promise<number> {
  const json = { accounts: [{ partner_id: partnerId, sum: sum / 100 }] };
  const give = (key: string) =>
    ask(world, 'POST', `/api/client/${company.id}/accounts`, { token: company.admin.token, json, key });
  const keys = Array.from({ length: people }, () => newKey(world));
  const answers = await Promise.all(
    keys.map(async (key) => {
      const together = await Promise.all([give(key), give(key)]);
      const done = together.filter(({ status }) => status === 200);
      // Repeats the action after its answer, when the two can't be in one batch any more.
      return done.length > 0 ? [...done, await give(key)] : [];
    }),
  );
  const areSameAnswers = (all: readonly PortalResponse[]): boolean =>
    new Set(all.map(({ status, data }) => JSON.stringify([status, data]))).size <= 1;
  if (!answers.every(areSameAnswers)) throw new Failure('one key was answered in two ways');
  return answers.filter((all) => all.length > 0).length;
}

function assertOutcomesAllowed({
  given,
  sum,
  people,
  free,
}: {
  given: number;
  sum: number;
  people: number;
  free: number;
}): void {
  const fits = Math.min(people, Math.floor(free / sum));
  if (given !== fits)
    throw new Failure(`${given} of ${people} equal distributions of ${sum} were done with ${free} free`);
}

interface Code {
  cardId: number;
  sms: string;
}

async function codeForCard(world: World, company: Company): Promise<Code | null> {
  const [card] = company.cards;
  if (!card) return null;
  return {
    cardId: card.id,
    sms: await freshCode(world, company.admin, { purpose: 'transfer', subject: card.id }),
  };
}

/** Two requests with one code: exactly one of them moves money. */
async function spendTwice(world: World, company: Company, { cardId, sms }: Code, sum: number): Promise<void> {
  const form = { sum: sum / 100, sms, mode: 1 };
  const spend = () =>
    ask(world, 'POST', `/api/card/${cardId}/transaction`, {
      token: company.admin.token,
      form,
      key: newKey(world),
    });
  const statuses = (await Promise.all([spend(), spend()])).map(({ status }) => status);
  const done = statuses.filter((status) => status === 200).length;
  if (done !== 1) throw new Failure(`one code was spent ${done} times: ${statuses.join(', ')}`);
  company.movements.push({ card: company.cards[0]!, toCard: true, sum, done: null });
}

async function assertExplained(
  world: World,
  company: Company,
  { mark, looks: reads }: { mark: string; looks: TimedAnswer[] },
): Promise<void> {
  const history = await readHistory(world, company.id, mark);
  const transactions = [
    ...history.transactions,
    ...reads.map((seen, index) => toReadTransaction(seen, index, company, history)),
  ];
  const cycle = findCycle(transactions);
  if (cycle) throw new Failure(`no order explains what was seen: ${formatCycle(cycle)}`);
  world.transactions += transactions.length;
}

/** Finds the versions that a read of the balances has seen: those whose balance no other version of the storm had. */
function toReadTransaction(
  { started: startedAt, ended, answer }: TimedAnswer,
  index: number,
  company: Company,
  { versions }: LedgerHistory,
): Transaction {
  const seen: [register: string, kopecks: number][] = [
    ['unallocated', Math.round(answer.data.notDistSum * 100) - company.credit],
    ...answer.data.accounts.map((account: { partner_id: number; sum: number }): [string, number] => [
      `partner:${account.partner_id}`,
      Math.round(account.sum * 100),
    ]),
  ];
  const reads = seen.flatMap(([register, kopecks]) => {
    const known = versions.get(register) ?? [];
    const version = known.indexOf(kopecks);
    // A network with a debt shows both accounts as one sum, which is no version of either.
    const isClear =
      version >= 0 &&
      known.lastIndexOf(kopecks) === version &&
      !versions.has(register.replace('partner', 'debt'));
    return isClear ? [{ register, version }] : [];
  });
  return { name: `look ${index}`, reads, writes: [], started: startedAt, ended };
}
