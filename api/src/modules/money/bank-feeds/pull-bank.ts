import type { Context } from '../../../context.ts';
import {
  BankApiUnavailable,
  BankStatementTooLong,
  BankTokenRefused,
  type BankApi,
  type BankMovement,
} from '../../../gateways/bank-api/bank-api.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { bookStatement } from '../bank/book-statement.ts';
import {
  changesSince,
  listDaysToRead,
  feedLines,
  PROVIDER_TITLE,
  toStatement,
  type FeedLine,
  nextPull,
  feedAccounts,
} from './bank-feed.ts';
import {
  findFeed,
  findKnownLines,
  insertFeedLines,
  recordProblem,
  recordRead,
  takeDueFeeds,
  hasDueFeed,
} from './bank-feed-store.ts';
import { conflict } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';

/**
 * Asks the bank for the last days of an account, or, if the bank supports it, for the changes since the last reading,
 * and books what is new in the same way as a file. Movements handed on before are recognised by their contents and
 * skipped, so a reading that is repeated, or breaks off anywhere, books nothing twice. Staff is notified of a bank that
 * fails.
 */
export async function pullBank(ctx: Context, account: string): Promise<void> {
  const feed = await findFeed(ctx.db.system, account);
  if (!ctx.bankApi || !feed) return;
  const now = ctx.clock.now();
  const since = ctx.bankApi.readSince ? changesSince(feed, now) : null;
  const days = since ? [moscowDay(now)] : listDaysToRead(feed, now);
  const movements = await readFrom(ctx, ctx.bankApi, { account, days, since });
  if (!movements) return;
  const lines = feedLines(movements);
  const known = await findKnownLines(ctx.db.system, account, lines);
  const fresh = lines.filter(({ key }) => !known.has(key.toString('hex')));
  if (fresh.length > 0) await bookLines(ctx, { account, lines: fresh, days, provider: ctx.bankApi.provider });
  await ctx.db.inSystem((tx) =>
    recordRead(tx, { account, lines: fresh.length, isWhole: since === null, now }),
  );
}

async function readFrom(
  ctx: Context,
  bank: BankApi,
  { account, days, since }: { account: string; days: readonly string[]; since: Date | null },
): Promise<BankMovement[] | null> {
  try {
    if (since && bank.readSince) return await bank.readSince(account, since);
    const found: BankMovement[] = [];
    for (const day of days) found.push(...(await bank.readDay(account, day)));
    return found;
  } catch (error) {
    const problem = describeError(error);
    if (problem === null) throw error;
    ctx.log.error(
      { account: account.slice(-4), answer: (error as Error).message },
      'the bank gives no statement',
    );
    await ctx.db.inSystem((tx) => recordProblem(tx, { account, problem, now: ctx.clock.now() }));
    return null;
  }
}

function describeError(error: unknown): string | null {
  if (error instanceof BankTokenRefused)
    return 'Банк не принимает ключ доступа: срок истёк или нет права на выписку. Выпустите новый ключ в кабинете банка';
  if (error instanceof BankStatementTooLong)
    return 'За один день банк отдаёт больше движений, чем читается по API: загрузите выписку файлом';
  if (error instanceof BankApiUnavailable)
    return 'Банк не ответил на запрос выписки. Программа спросит ещё раз; выписку можно загрузить файлом';
  return null;
}

async function bookLines(
  ctx: Context,
  input: { account: string; lines: readonly FeedLine[]; days: readonly string[]; provider: string },
): Promise<void> {
  const { account, lines, days, provider } = input;
  const [from = '', to = from] = [days[0], days.at(-1)];
  const movements = lines.map(({ movement }) => movement);
  const period = `${formatDateShort(from)} – ${formatDateShort(to)}`;
  const { fileId } = await bookStatement(ctx, {
    name: `${PROVIDER_TITLE[provider] ?? provider} по API, счёт …${account.slice(-4)}, ${period}`,
    bytes: Buffer.from(JSON.stringify(movements)),
    bankFile: toStatement(account, movements, { from, to }),
    staffId: null,
    source: provider,
  });
  await ctx.db.inSystem((tx) => insertFeedLines(tx, { account, statementId: fileId, lines }));
}

/** Has every account's statement asked for at once. 409 where the bank has no API. Answers how many are asked for. */
export async function requestPull(ctx: Context): Promise<number> {
  const { bankApi } = ctx.config;
  const accounts = feedAccounts(ctx);
  if (bankApi.provider === 'none') throw conflict('Банк не подключён: загрузите выписку файлом');
  const now = ctx.clock.now();
  const next = nextPull(bankApi.everyMinutes, now);
  await ctx.db.inSystem(async (tx) => {
    // One that was never read yet gets its row.
    await takeDueFeeds(tx, { accounts, provider: bankApi.provider, now, next });
    for (const account of accounts)
      await enqueueJob(tx, 'pull-bank', { account }, { key: `bank:${account}` });
  });
  return accounts.length;
}

/** Enqueues a job for each account whose statement is due. */
export async function startDuePulls(ctx: Context): Promise<void> {
  const { bankApi } = ctx.config;
  const accounts = feedAccounts(ctx);
  const now = ctx.clock.now();
  if (bankApi.provider === 'none' || !(await hasDueFeed(ctx.db.system, accounts, now))) return;
  const next = nextPull(bankApi.everyMinutes, now);
  await ctx.db.inSystem(async (tx) => {
    for (const account of await takeDueFeeds(tx, { accounts, provider: bankApi.provider, now, next }))
      await enqueueJob(tx, 'pull-bank', { account }, { key: `bank:${account}` });
  });
}
