import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE, type OperationTypeId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findVehicleOfCard } from '../vehicles/vehicles.ts';
import type { FoundLink } from './driver-links.ts';
import { planOfCard } from '../fuel-plans/plan-state.ts';
import { readDriverRules, type DriverRules } from './read-driver-rules.ts';
import { findRefusal, type Refused } from './refusal-store.ts';

export type CardOfPage = Awaited<ReturnType<typeof readCard>>;

/** The card as its driver sees it. */
export interface DriverPage {
  card: CardOfPage;
  /** The truck's plate. Null means that the card is on none. */
  plate: string | null;
  fillings: Filling[];
  rules: DriverRules;
  refusal: Refused | null;
  plan: Awaited<ReturnType<typeof planOfCard>>;
  at: Date;
}

export interface Filling {
  typeId: OperationTypeId;
  goods: string;
  /** Hundredths of its unit. */
  quantity: number;
  unit: GoodsUnit;
  sum: Kopecks;
  address: string;
  at: Date;
}

const FILLINGS = 5;

/** Reads by the link's own company: a driver sees their card and nothing else of the company. */
export async function readDriverPage(ctx: Context, link: FoundLink): Promise<DriverPage> {
  const scope = mintCompanyScope(link.companyId);
  const at = ctx.clock.now();
  const card = await readCard(ctx, scope, link.cardId);
  return ctx.db.inCompany(scope, async (tx) => {
    const vehicle = await findVehicleOfCard(tx, scope, { cardId: card.id, at });
    const fillings = await listFillings(tx, scope, card.id);
    const rules = await readDriverRules(tx, scope, { card, at });
    const refusal = await findRefusal(tx, scope, { cardId: card.id, at });
    const plan = await planOfCard(tx, scope, { cardId: card.id, at });
    return { card, plan, plate: vehicle?.plate ?? null, fillings, rules, refusal, at };
  });
}

/** The last done purchases and refunds, newest first. */
async function listFillings(db: Db, scope: CompanyScope, cardId: number): Promise<Filling[]> {
  const { purchase, refund } = OPERATION_TYPE;
  const found = await rows(
    db,
    sql<Filling>`
      select type_id as "typeId", coalesce(goods_title, '') as goods, coalesce(centipieces, centilitres, 0) as quantity,
        case when centipieces is null then 'litres' else 'pieces' end as unit,
        sum_kopecks as sum, coalesce(address, '') as address, coalesce(sold_at, created_at) as at
      from operation
      where company_id = ${scope.companyId} and card_id = ${cardId} and status_id = ${OPERATION_STATUS.done}
        and type_id in (${purchase}, ${refund})
      order by created_at desc, id desc limit ${FILLINGS}`,
  );
  return found.map((filling) => ({ ...filling, sum: kopecks(filling.sum) }));
}
