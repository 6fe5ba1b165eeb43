import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { moscowDay } from '../lib/money-format.ts';

/**
 * Writes a tariff that begins in a quarter of a year, so that everything in the demonstration costs what its networks
 * report, the terms of purchase at its networks, and the main company's previous credit, for the screens of staff.
 */
export async function writeTariffs(
  tx: Db,
  { staffId, now }: { staffId: number | null; now: Date },
): Promise<void> {
  if (staffId === null) return;
  await sql`
    insert into tariff (company_id, partner_id, goods_title, change, unit, rate, fee_rate, first_day, note, created_at, created_by)
    values (null, 1, 'ДТ', 'discount', 'litre', 30, 50, ${moscowDay(now, 92)}, 'Условия сети на следующий квартал', ${now}, ${staffId})`.execute(
    tx,
  );
  await sql`
    insert into purchase_term (partner_id, goods_kind, pricing, rate, bonus_rate, first_day, note, created_at, created_by)
    select term.*, ${now}, ${staffId} from (values
      (1, 'diesel', 'percent', 350, 0, ${moscowDay(now, -400)}::date, 'Договор поставки'),
      (1, null, 'percent', 200, 0, ${moscowDay(now, -400)}::date, 'Договор поставки'),
      (1, 'diesel', 'percent', 420, 0, ${moscowDay(now, -60)}::date, 'Дополнительное соглашение № 2'),
      (2, null, 'percent', 280, 50, ${moscowDay(now, -400)}::date, 'Договор с бонусом за оборот'),
      (3, null, 'litre', 110, 0, ${moscowDay(now, -400)}::date, 'Скидка с литра')
    ) as term (partner_id, goods_kind, pricing, rate, bonus_rate, first_day, note)`.execute(tx);
  await sql`
    insert into credit_change (company_id, before, after, used_kopecks, changed_at, changed_by)
    select id, jsonb_build_object('credit', 0, 'daysForPayment', 0, 'daysWithoutPayment', 0),
      jsonb_build_object('credit', credit_kopecks, 'daysForPayment', credit_days_for_payment,
        'daysWithoutPayment', credit_days_without_payment), 0, client_since, ${staffId}
    from company where credit_kopecks > 0`.execute(tx);
}
