import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { LiveException } from './raise-rules.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { encodeBigints } from '../../../../db/parameter.ts';

/** An exception allowed for a card that no purchase has used up, as far as checked. */
interface Allowance extends LiveException {
  cardId: number;
  from: Date;
  /** The card's first purchase since. Null means that there is none. */
  usedAt: Date | null;
}

/** Returns whether an exception raises the rules for a purchase at this moment. The first purchase since it uses it up. Pure. */
export function isLive({ from, until, usedAt }: Allowance, at: Date): boolean {
  return from <= at && at < until && (usedAt === null || usedAt >= at);
}

/** Exceptions allowed for cards, used up by one purchase after another in the given order. Pure. */
export class Allowances {
  private readonly byCard: Map<number, Allowance[]>;
  private readonly gone = new Set<number>();

  constructor(all: readonly Allowance[]) {
    this.byCard = Map.groupBy(all, ({ cardId }) => cardId);
  }

  /** Returns the exceptions that raise the rules for this purchase, and uses them up. */
  use({ cardId, at }: { cardId: number; at: Date }): LiveException[] {
    const live = (this.byCard.get(cardId) ?? []).filter(
      (allowance) => isLive(allowance, at) && !this.gone.has(allowance.id),
    );
    for (const { id } of live) this.gone.add(id);
    return live;
  }

  /** Ids of all that was used up. */
  used(): number[] {
    return [...this.gone];
  }
}

/** Exceptions allowed for cards, which means approved ones. The others are in `exception-store.ts`. */

const ALLOWED = sql`rule_exception.id, rules, raises, rule_exception.centilitres::float8 as centilitres,
  rule_exception.sum_kopecks::float8 as "sumKopecks", until`;

/** The card's purchases that use what was allowed up: those that were carried out since. */
const USES = sql`
  from operation where operation.company_id = rule_exception.company_id and operation.card_id = rule_exception.card_id
    and type_id = ${OPERATION_TYPE.purchase} and status_id = ${OPERATION_STATUS.done} and created_at >= verdict_at`;

/**
 * Lists the exceptions allowed at a moment, the first to end first. Includes those that have ended since, and not those
 * that an earlier purchase used up.
 */
export function listLiveExceptions(
  db: Db,
  companyId: number,
  args: { cardId: number; at: Date },
): Promise<LiveException[]> {
  return rows(
    db,
    sql<LiveException>`
      select ${ALLOWED} from rule_exception
      where company_id = ${companyId} and card_id = ${args.cardId} and state in ('approved', 'lapsed')
        and verdict_at <= ${args.at} and until > ${args.at} and not exists (select ${USES} and created_at < ${args.at})
      order by until, id`,
  );
}

/**
 * Lists the exceptions allowed for these cards, of any company, at any moment of a range of time, the first to end
 * first.
 */
export function listAllowances(
  tx: Db,
  about: { cardIds: readonly number[]; since: Date; until: Date },
): Promise<Allowance[]> {
  return rows(
    tx,
    sql<Allowance>`
      select ${ALLOWED}, card_id as "cardId", verdict_at as "from",
        (select created_at ${USES} order by created_at limit 1) as "usedAt"
      from rule_exception
      where card_id = any(${encodeBigints(about.cardIds)}::bigint[]) and state in ('approved', 'lapsed')
        and verdict_at <= ${about.until} and until > ${about.since}
      order by until, id`,
  );
}

/** Marks exceptions as used up by a purchase, also when the purchase is reported after they have ended. */
export async function markUsed(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update rule_exception set state = 'used' where id in (
      select id from rule_exception where id = any(${encodeBigints(ids)}::bigint[]) order by id for update)`.execute(
    tx,
  );
}
