import { shortNumber } from '#contract/values/card-number.ts';
import { kopecks } from '#contract/kopecks.ts';
import { MAX_STATEMENT_MOVEMENTS } from '#contract/money/statement.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { fieldRefusal, notFound } from '../../../../errors.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { listPartners } from '../../../programme/partners/partners.ts';
import { findStatement, findStatementSums } from './statement-store.ts';
import { toStatement, type Statement, type StatementPeriod, type StatementPlace } from './statement.ts';

export interface StatementArgs {
  place: StatementPlace;
  period: StatementPeriod;
  /** Include movements between the statement's own places. */
  internal: boolean;
  /** More movements than this are refused. */
  max: number;
}

/**
 * The statement of a company's account for a period: opening balance, every movement, closing balance, equal to the
 * ledger to the kopeck. A movement belongs to the day on which it was booked, so a past period never changes.
 * Refuses: `date_from` more movements than `max`, 404 another company's card.
 */
export async function readStatement(
  ctx: Context,
  scope: CompanyScope,
  args: StatementArgs,
): Promise<Statement> {
  const statement = await findShortStatement(ctx, scope, args);
  if (!statement) throw fieldRefusal('date_from', tooMany(args.max));
  return statement;
}

/** Reads like `readStatement`, but returns null if there are more movements than `max`. */
export async function findShortStatement(
  ctx: Context,
  scope: CompanyScope,
  args: StatementArgs,
): Promise<Statement | null> {
  const title = await readPlaceTitle(ctx, scope, args.place);
  const { opening, entries } = await ctx.db.inCompany(scope, (tx) =>
    findStatement(tx, scope, {
      ...args,
      limit: args.max + 1,
      invoicePrefix: ctx.programme.today().invoicePrefix,
    }),
  );
  if (entries.length > args.max) return null;
  return toStatement({ kind: args.place.kind, title }, args.period, opening, entries);
}

/** The sums of a period that may have too many movements to be read: `movements` is empty. */
export async function readStatementSums(
  ctx: Context,
  scope: CompanyScope,
  { place, period }: Pick<StatementArgs, 'place' | 'period'>,
): Promise<Statement> {
  const title = await readPlaceTitle(ctx, scope, place);
  const sums = await ctx.db.inCompany(scope, (tx) => findStatementSums(tx, scope, { place, period }));
  const closing = kopecks(sums.opening + sums.cameIn - sums.wentOut);
  return { place: { kind: place.kind, title }, period, ...sums, closing, movements: [] };
}

function tooMany(max: number): string {
  const count = String(max).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  // The file has as many as the screen. Only the PDF has fewer.
  const ways =
    max < MAX_STATEMENT_MOVEMENTS ? 'период короче, один счёт или файл CSV' : 'период короче или один счёт';
  return `За этот период больше ${count} движений: выберите ${ways}`;
}

/** Returns a readable title of the place that the statement is about. */
export async function readPlaceTitle(
  ctx: Context,
  scope: CompanyScope,
  place: StatementPlace,
): Promise<string> {
  switch (place.kind) {
    case 'company':
      return 'Все средства компании';
    case 'unallocated':
      return 'Нераспределённые средства';
    case 'card':
      return `Карта ${shortNumber((await readCard(ctx, scope, place.cardId)).number)}`;
    case 'partner': {
      const partner = (await listPartners(ctx.db.system)).find(({ id }) => id === place.partnerId);
      if (!partner) throw notFound('Сеть не найдена');
      return `Счёт сети «${partner.title}»`;
    }
  }
}
