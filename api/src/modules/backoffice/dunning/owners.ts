import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { rows, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { countUpClients, listClients, type ListedClient } from '../clients/client-list.ts';

/** Clients that belong to one owner, with their limits and debts together. */
export interface Owner {
  title: string;
  by: 'group' | 'director';
  groupId: number | null;
  limit: Kopecks;
  debt: Kopecks;
  companies: ListedClient[];
}

interface OwnedRow {
  id: number;
  group_id: number | null;
  group_title: string | null;
  director: string | null;
}

/**
 * Lists owners of at least two clients, the largest debt first. Clients belong together by a group that staff have made
 * or, without one, by the name of the director in the register; such a group distinguishes namesakes.
 */
export async function listOwners(ctx: Context): Promise<Owner[]> {
  await countUpClients(ctx);
  const sets = groupByOwner(await listOwned(ctx.db.system)).filter(({ ids }) => ids.length > 1);
  const ids = sets.flatMap((set) => set.ids);
  if (ids.length === 0) return [];
  const listed = await listClients(
    ctx.db.system,
    { ids, today: moscowDay(ctx.clock.now()) },
    { sort: { key: 'debt', descending: true }, limit: ids.length, offset: 0 },
  );
  return sets
    .map(({ ids: owned, ...owner }): Owner => {
      const companies = listed.filter(({ id }) => owned.includes(id));
      return { ...owner, companies, limit: sum(companies, 'credit'), debt: sum(companies, 'debt') };
    })
    .toSorted((a, b) => b.debt - a.debt || b.limit - a.limit || a.title.localeCompare(b.title));
}

/** Finds the owner of a client, or null where he has no other one. */
export async function findOwner(ctx: Context, companyId: number): Promise<Owner | null> {
  const owners = await listOwners(ctx);
  return owners.find(({ companies }) => companies.some(({ id }) => id === companyId)) ?? null;
}

function sum(companies: readonly ListedClient[], field: 'credit' | 'debt'): Kopecks {
  return kopecks(companies.reduce((total, company) => total + company[field], 0));
}

/** The director of a sole trader is the trader, whose name stands in the title. */
function listOwned(db: Db): Promise<OwnedRow[]> {
  return rows(
    db,
    sql<OwnedRow>`
      select company.id, owner.id as group_id, owner.title as group_title,
        coalesce(request.director, case when company.legal_form = 'ИП' then regexp_replace(company.title, '^ИП\\s+', '') end)
          as director
      from company
      left join client_group_member member on member.company_id = company.id and member.purpose = 'owner'
      left join client_group owner on owner.id = member.group_id
      left join lateral (
        select registry ->> 'director' as director from card_request
        where company_id = company.id and registry is not null order by id desc limit 1
      ) request on true
      where company.client_since is not null order by company.id`,
  );
}

function groupByOwner(owned: readonly OwnedRow[]) {
  const sets = new Map<string, Pick<Owner, 'title' | 'by' | 'groupId'> & { ids: number[] }>();
  for (const { id, group_id: groupId, group_title: groupTitle, director } of owned) {
    const name = director?.trim().replace(/\s+/g, ' ') ?? '';
    // A surname alone says nothing.
    if (groupId === null && name.split(' ').length < 3) continue;
    const key = groupId === null ? name.toUpperCase().replaceAll('Ё', 'Е') : `group ${groupId}`;
    const set = sets.get(key) ?? {
      title: groupTitle ?? name,
      by: groupId === null ? ('director' as const) : ('group' as const),
      groupId,
      ids: [],
    };
    set.ids.push(id);
    sets.set(key, set);
  }
  return [...sets.values()];
}
