import { sql } from 'kysely';
import { formatPlate, plainPlate } from '#contract/values/plate.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

/** A thing that a text may mean: its id and its name on screens. */
export interface NamedItem {
  id: number;
  title: string;
}

/** More cards than a question may mean at once. */
const MAX_CARDS = 500;

export function listNetworksOfCards(db: Db, { companyId }: CompanyScope): Promise<NamedItem[]> {
  return rows(
    db,
    sql<NamedItem>`
      select id, title from partner where id in (select partner_id from card where company_id = ${companyId}) order by id`,
  );
}

/** Returns the products sold to the company within the days. */
export async function listGoodsSold(
  db: Db,
  { companyId }: CompanyScope,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ title: string }>`
      select distinct goods_title as title from operation
      where company_id = ${companyId} and goods_title is not null
        and created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
      order by 1`,
  );
  return found.map(({ title }) => title);
}

/** Drivers whose name has words that begin with each of the stems. */
export function findDriversNamed(
  db: Db,
  { companyId }: CompanyScope,
  stems: readonly string[],
): Promise<NamedItem[]> {
  return rows(
    db,
    sql<NamedItem>`
      select id, concat_ws(' ', surname, name) as title from driver
      where company_id = ${companyId} and (${sql.join(
        stems.map(
          (stem) =>
            sql`' ' || translate(lower(concat_ws(' ', surname, name, patronymic)), 'ё', 'е') like ${`% ${escapePattern(stem)}%`}`,
        ),
        sql` and `,
      )})
      order by id`,
  );
}

/** Trucks whose make or plate has each of the words, removed ones too: what was bought for them still names them. */
export async function findVehiclesNamed(
  db: Db,
  { companyId }: CompanyScope,
  stems: readonly string[],
): Promise<NamedItem[]> {
  const name = sql`translate(lower(brand || ' ' || plate), 'ё', 'е')`;
  const plain = sql`translate(plate, 'ABEKMHOPCTYX-', 'АВЕКМНОРСТУХ')`;
  const named = (stem: string) => sql`(${name} like ${`%${escapePattern(stem)}%`}
    or ${plain} like ${`%${escapePattern(plainPlate(stem))}%`} and ${/\d/.test(stem)})`;
  const found = await rows(
    db,
    sql<{ id: number; brand: string; plate: string }>`
      select id, brand, plate from vehicle
      where company_id = ${companyId} and ${sql.join(stems.map(named), sql` and `)}
      order by id`,
  );
  return found.map(({ id, brand, plate }) => ({
    id,
    title: [brand, formatPlate(plate)].filter(Boolean).join(' '),
  }));
}

/** Cards whose number ends with each of the words, or whose comment has it; at most `MAX_CARDS`. */
export function findCardsNamed(
  db: Db,
  { companyId }: CompanyScope,
  stems: readonly string[],
): Promise<NamedItem[]> {
  const has = (stem: string) => {
    const inComment = sql`translate(lower(comment), 'ё', 'е') like ${`%${escapePattern(stem)}%`}`;
    return /^\d{4,}$/.test(stem)
      ? sql`(card_number like ${`%${stem}`} or ${inComment})`
      : sql`(${inComment})`;
  };
  return rows(
    db,
    sql<NamedItem>`
      select id, case comment when '' then '••\u00a0' || right(card_number, 4) else comment end as title from card
      where company_id = ${companyId} and ${sql.join(stems.map(has), sql` and `)}
      order by id limit ${MAX_CARDS}`,
  );
}

/** Escapes a text for a `like` pattern. */
function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
