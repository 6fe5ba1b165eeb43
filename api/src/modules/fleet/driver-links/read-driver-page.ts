import type { GoodsUnit } from '#contract/fuel/goods-unit.ts';
import { sql } from 'kysely';
import {
  MAINTENANCE_OF_EVERYTHING,
  OPERATION_STATUS,
  OPERATION_TYPE,
  type OperationTypeId,
} from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { listTitles } from '../../companies/companies/companies.ts';
import { findMaintenance } from '../../programme/maintenance/maintenance.ts';
import { writeMotorFuel } from '../../programme/partners/partners.ts';
import type { FuelKind } from '../vehicles/vehicle.ts';
import { getNetworkAbility } from '../rules/purchase/network-ability.ts';
import { findVehicleOfCard } from '../vehicles/vehicles.ts';
import { countFilling, type FillingFigure } from './count-filling.ts';
import { findDispatcherPhone } from './dispatcher-phone.ts';
import type { FoundLink } from './driver-links.ts';
import { planOfCard } from '../fuel-plans/plan-state.ts';
import { readDriverRules, type DriverRules } from './read-driver-rules.ts';
import { findRefusal, type Refused } from './refusal-store.ts';

export type CardOfPage = Awaited<ReturnType<typeof readCard>>;

/** A card as the driver reads it on the page. */
export interface DriverPage {
  card: CardOfPage;
  company: string;
  /** The driver whose page it is. */
  driver: string;
  /** Phone number that the company has given its drivers. Null means that it gave none. */
  dispatcherPhone: string | null;
  /** The truck's plate. Null means that the card is on none. */
  plate: string | null;
  figure: FillingFigure;
  fillings: Filling[];
  rules: DriverRules;
  refusal: Refused | null;
  plan: Awaited<ReturnType<typeof planOfCard>>;
  /** Its network takes codes of the portal. */
  takesCodes: boolean;
  at: Date;
}

export interface Filling {
  id: number;
  typeId: OperationTypeId;
  goods: string;
  /** Hundredths of its unit. */
  quantity: number;
  unit: GoodsUnit;
  sum: Kopecks;
  address: string;
  at: Date;
  /** Trip and cost centre of a purchase, as they were entered; null for a refund. */
  assignment: { costCentre: string; tripNumber: string; byDriver: boolean | null } | null;
}

const FILLINGS = 5;

/** Reads by the link's own company: a driver sees their card and nothing else of the company. */
export async function readDriverPage(ctx: Context, link: FoundLink): Promise<DriverPage> {
  const scope = mintCompanyScope(link.companyId);
  const at = ctx.clock.now();
  const card = await readCard(ctx, scope, link.cardId);
  const { partnerId } = card;
  const works = await findMaintenance(ctx.db.system, {
    partnerIds: [MAINTENANCE_OF_EVERYTHING, partnerId],
    now: at,
  });
  return ctx.db.inCompany(scope, async (tx) => {
    const vehicle = await findVehicleOfCard(tx, scope, { cardId: card.id, at });
    const rules = await readDriverRules(tx, scope, { card, at });
    const fuel = vehicle?.fuel ?? null;
    const figure = countFilling({
      card,
      rules,
      fuel,
      price: await findLastPrice(tx, scope, { cardId: card.id, partnerId, fuel }),
      works: works?.message ?? null,
      isSilent: ctx.getBreaker(partnerId).now().state === 'open',
    });
    const driver = card.drivers.find(({ id }) => id === link.driverId);
    return {
      card,
      company: (await listTitles(tx, [link.companyId])).get(link.companyId) ?? '',
      driver: driver ? `${driver.surname} ${driver.name}` : '',
      dispatcherPhone: await findDispatcherPhone(tx, scope),
      plate: vehicle?.plate ?? null,
      figure,
      fillings: await listFillings(tx, scope, card.id),
      rules,
      refusal: await findRefusal(tx, scope, { cardId: card.id, at }),
      plan: await planOfCard(tx, scope, { cardId: card.id, at }),
      takesCodes: getNetworkAbility(ctx, partnerId).asks,
      at,
    };
  });
}

/**
 * Returns what a litre cost at the card's last filling with the truck's fuel, else at the company's last one in this
 * network. Null when neither was ever filled.
 */
async function findLastPrice(
  db: Db,
  { companyId }: CompanyScope,
  { cardId, partnerId, fuel }: { cardId: number; partnerId: number; fuel: FuelKind | null },
): Promise<Kopecks | null> {
  const find = (whose: ReturnType<typeof sql>) =>
    firstRow(
      db,
      sql<{ price: number }>`
        select round(operation.sum_kopecks * 100.0 / operation.centilitres)::float8 as price from operation
        where operation.company_id = ${companyId} and ${whose} and operation.status_id = ${OPERATION_STATUS.done}
          and operation.type_id = ${OPERATION_TYPE.purchase} and operation.centilitres > 0 and operation.sum_kopecks > 0
          and ${fuel === null ? sql`${writeMotorFuel()} is not null` : sql`${writeMotorFuel()} = ${fuel}`}
        order by operation.created_at desc, operation.id desc limit 1`,
    );
  const last =
    (await find(sql`operation.card_id = ${cardId}`)) ??
    (await find(
      sql`operation.card_id in (select id from card where company_id = ${companyId} and partner_id = ${partnerId})`,
    ));
  return last && last.price > 0 ? kopecks(last.price) : null;
}

/** The last done purchases and refunds, newest first. */
async function listFillings(db: Db, scope: CompanyScope, cardId: number): Promise<Filling[]> {
  const { purchase, refund } = OPERATION_TYPE;
  const found = await rows(
    db,
    sql<Filling>`
      select id, type_id as "typeId", coalesce(goods_title, '') as goods, coalesce(centipieces, centilitres, 0) as quantity,
        case when centipieces is null then 'litres' else 'pieces' end as unit,
        sum_kopecks as sum, coalesce(address, '') as address, coalesce(sold_at, created_at) as at,
        case type_id when ${purchase} then json_build_object('costCentre', coalesce(cost_centre, ''),
          'tripNumber', coalesce(trip_number, ''), 'byDriver', by_driver) end as assignment
      from operation left join lateral (
        select cost_centre, trip_number, by_driver from purchase_assignment assigned
        where assigned.company_id = operation.company_id and assigned.operation_id = operation.id
      ) assigned on true
      where company_id = ${scope.companyId} and card_id = ${cardId} and status_id = ${OPERATION_STATUS.done}
        and type_id in (${purchase}, ${refund})
      order by created_at desc, id desc limit ${FILLINGS}`,
  );
  return found.map((filling) => ({ ...filling, sum: kopecks(filling.sum) }));
}
