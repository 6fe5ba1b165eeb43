import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { ExceptionState } from '#contract/fleet/exceptions.ts';
import { formatBothClocks, getStationZone } from '#contract/station-time.ts';
import { listIds, mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { releaseBudget } from '../rules/purchase/budget-use.ts';
import { proposeException } from '../rules/exceptions/propose-exception.ts';

interface NewDecline {
  card: { id: number; companyId: number; partnerId: number };
  at: Date;
  code: DeclineCode;
  reason: string;
  station: string | null;
  goodsId: number | null;
  goodsTitle: string | null;
  centilitres: number;
  sumKopecks: number;
}

async function insertDecline(tx: Db, input: NewDecline): Promise<number> {
  const { card } = input;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into decline (company_id, card_id, partner_id, at, code, reason, station, goods_id, goods_title, centilitres, sum_kopecks)
      values (${card.companyId}, ${card.id}, ${card.partnerId}, ${input.at}, ${input.code}, ${input.reason}, ${input.station},
        ${input.goodsId}, ${input.goodsTitle}, ${input.centilitres}, ${input.sumKopecks})
      returning id`,
  );
  return id;
}

export interface DeclineRow {
  id: number;
  at: Date;
  card_id: number;
  card_number: string;
  partner_id: number;
  code: DeclineCode;
  reason: string;
  station: string | null;
  goods_title: string | null;
  centilitres: number;
  sum_kopecks: number;
  /** The last exception that was proposed or asked for because of it. Null means that there was none. */
  exception_id: number | null;
  exception_state: ExceptionState | null;
  exception_until: Date | null;
}

/** Matches a decline for which the portal offers an exception, and no one has answered. */
const IS_OFFERED = sql`exists (
  select from rule_exception offered where offered.company_id = decline.company_id and offered.decline_id = decline.id
    and offered.state = 'proposed')`;

export interface OfferedDeclines {
  count: number;
  sum: Kopecks;
  /** Until when the first one is offered. */
  dueAt: Date | null;
}

/** Counts the companies' declines that a user may still let pass, and what they came to. A company without such is left out. */
export async function countOfferedDeclines(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, OfferedDeclines>> {
  const found = await rows(
    db,
    sql<{ companyId: number; count: number; sum: number; dueAt: Date | null }>`
      select decline.company_id as "companyId", count(*)::int as count, coalesce(sum(decline.sum_kopecks), 0)::float8 as sum,
        min((
          select min(due_at) from rule_exception offered where offered.company_id = decline.company_id
            and offered.decline_id = decline.id and offered.state = 'proposed')) as "dueAt"
      from decline where decline.company_id = any(${listIds(scopes)}::bigint[]) and ${IS_OFFERED}
      group by decline.company_id`,
  );
  return new Map(found.map(({ companyId, sum, ...counts }) => [companyId, { ...counts, sum: kopecks(sum) }]));
}

/** Newest first, a page of them with the number of all. */
export async function findDeclines(
  db: Db,
  scope: CompanyScope,
  args: {
    cardId: number | null;
    from: Date | null;
    to: Date | null;
    waiting: boolean;
    page: number;
    perPage: number;
  },
): Promise<{ found: DeclineRow[]; total: number }> {
  const condition = sql`
    decline.company_id = ${scope.companyId} and (${args.cardId}::bigint is null or decline.card_id = ${args.cardId})
    and (${args.from}::timestamptz is null or decline.at >= ${args.from})
    and (${args.to}::timestamptz is null or decline.at <= ${args.to}) and (${!args.waiting} or ${IS_OFFERED})`;
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*)::int as total from decline where ${condition}`,
  );
  // Beyond any list, and PostgreSQL takes no larger number.
  const offset = Math.min((args.page - 1) * args.perPage, 2_000_000_000);
  const found = await rows(
    db,
    sql<DeclineRow>`
      select decline.id, at, card_id, card.card_number, decline.partner_id, code, reason, station, goods_title,
        centilitres::float8 as centilitres, sum_kopecks::float8 as sum_kopecks, exception.id as exception_id,
        exception.state as exception_state, exception.until as exception_until
      from decline join card on card.id = decline.card_id
      left join lateral (
        select id, state, until from rule_exception
        where company_id = decline.company_id and decline_id = decline.id order by id desc limit 1
      ) exception on true
      where ${condition} order by at desc, decline.id desc limit ${args.perPage} offset ${offset}`,
  );
  return { found, total };
}

/** A card by the number that its network knows it by. */
export function findCardByNumber(
  db: Db,
  number: string,
): Promise<{ id: number; companyId: number; partnerId: number } | null> {
  return firstRow(
    db,
    sql<{ id: number; companyId: number; partnerId: number }>`
      select id, company_id as "companyId", partner_id as "partnerId" from card where card_number = ${number}`,
  );
}

export interface DeclineInput {
  cardNumber: string;
  at: Date;
  code: DeclineCode;
  reason: string;
  station: string | null;
  goods: { id: number; title: string } | null;
  centilitres: number;
  sumKopecks: number;
}

/** Stores a decline at the pump and notifies its subscribers. The decline of an unknown card has no owner. */
export async function recordDecline(ctx: Context, input: DeclineInput): Promise<void> {
  const card = await findCardByNumber(ctx.db.system, input.cardNumber);
  if (!card) return;
  const { at, code, reason, station, goods } = input;
  await ctx.db.inSystem(async (tx) => {
    const id = await insertDecline(tx, {
      ...input,
      card,
      goodsId: goods?.id ?? null,
      goodsTitle: goods?.title ?? null,
    });
    // The portal itself has permitted what another refuses, and the group's budgets hold it.
    if (code !== 'rule')
      await releaseBudget(tx, mintCompanyScope(card.companyId), { ...input, cardId: card.id });
    const exceptionId = code === 'rule' ? await propose(ctx, tx, { ...input, card, declineId: id }) : null;
    await notify(tx, {
      kind: 'decline',
      companyId: card.companyId,
      facts: {
        cardId: card.id,
        card: input.cardNumber.slice(-4),
        station,
        reason,
        clocks: formatBothClocks(at, getStationZone(station ?? '')),
        exceptionId,
      },
      about: `decline:${id}`,
      now: ctx.clock.now(),
    });
    ctx.log.info({ cardId: card.id, code, at }, 'a purchase was refused at the pump');
  });
}

/** Proposes the least exception that would let through a sale that the company's own rule has declined. */
function propose(
  ctx: Context,
  tx: Db,
  refused: DeclineInput & { card: { id: number; companyId: number; partnerId: number }; declineId: number },
): Promise<number | null> {
  const now = ctx.clock.now();
  return proposeException(tx, { ...refused, at: now, now, goodsId: refused.goods?.id ?? null });
}
