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
  daysToRead,
  feedLines,
  PROVIDER_TITLE,
  statementOf,
  type FeedLine,
} from './bank-feed.ts';
import { findFeed, findKnownLines, insertFeedLines, noteProblem, noteRead } from './bank-feed-store.ts';

/**
 * Asks the bank for the last days of an account, or, where it tells it, for what has changed since the last reading, and books what is new, the way of a file. What was handed on before is passed over by what
 * it says, so a reading that is repeated, or breaks off anywhere, books nothing twice. A bank that fails is told to staff.
 */
export async function pullBank(ctx: Context, account: string): Promise<void> {
  const feed = await findFeed(ctx.db.system, account);
  if (!ctx.bankApi || !feed) return;
  const now = ctx.clock.now();
  const since = ctx.bankApi.readSince ? changesSince(feed, now) : null;
  const days = since ? [moscowDay(now)] : daysToRead(feed, now);
  const movements = await readFrom(ctx, ctx.bankApi, { account, days, since });
  if (!movements) return;
  const lines = feedLines(movements);
  const known = await findKnownLines(ctx.db.system, account, lines);
  const fresh = lines.filter(({ key }) => !known.has(key.toString('hex')));
  if (fresh.length > 0) await bookLines(ctx, { account, lines: fresh, days, provider: ctx.bankApi.provider });
  await ctx.db.inSystem((tx) => noteRead(tx, { account, lines: fresh.length, isWhole: since === null, now }));
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
    const problem = problemOf(error);
    if (problem === null) throw error;
    ctx.log.error(
      { account: account.slice(-4), answer: (error as Error).message },
      'the bank gives no statement',
    );
    await ctx.db.inSystem((tx) => noteProblem(tx, { account, problem, now: ctx.clock.now() }));
    return null;
  }
}

function problemOf(error: unknown): string | null {
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
  said: { account: string; lines: readonly FeedLine[]; days: readonly string[]; provider: string },
): Promise<void> {
  const { account, lines, days, provider } = said;
  const [from = '', to = from] = [days[0], days.at(-1)];
  const movements = lines.map(({ movement }) => movement);
  const period = `${formatDateShort(from)} — ${formatDateShort(to)}`;
  const { fileId } = await bookStatement(ctx, {
    name: `${PROVIDER_TITLE[provider] ?? provider} по API, счёт …${account.slice(-4)}, ${period}`,
    bytes: Buffer.from(JSON.stringify(movements)),
    bankFile: statementOf(account, movements, { from, to }),
    staffId: null,
    source: provider,
  });
  await ctx.db.inSystem((tx) => insertFeedLines(tx, { account, statementId: fileId, lines }));
}
