import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { Tariff } from './tariff.ts';

/** Every tariff that has ever been in force, or will be, with its last day as it is now. Few: people enter them. */
export async function listTariffsInForce(db: Db): Promise<Tariff[]> {
  return rows(
    db,
    sql<Tariff>`
      select tariff.id, tariff.company_id as "companyId", tariff.partner_id as "partnerId",
        tariff.goods_title as "goodsTitle", tariff.change, tariff.unit, tariff.rate, tariff.fee_rate as "feeRate",
        tariff.first_day::text as "firstDay",
        least(tariff.last_day, ended.last_day)::text as "lastDay"
      from tariff left join tariff_end ended on ended.tariff_id = tariff.id
      where ended.last_day is null or ended.last_day >= tariff.first_day
      order by tariff.id`,
  );
}
