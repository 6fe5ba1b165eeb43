import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { rows, type Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
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

/** A client that belongs to another one: by its owner, by its employees, or by both. */
interface RelatedClient extends ListedClient {
  sameOwner: boolean;
  people: { id: number; firstname: string | null; lastname: string | null }[];
}

/** Clients that belong together, the one that was asked for first, with their limits and debts together. */
export interface RelatedClients {
  owner: Owner | null;
  limit: Kopecks;
  debt: Kopecks;
  companies: RelatedClient[];
}

/**
 * Lists the clients that have the owner of a client or one of its employees. The list is empty where there is no other one.
 * Clients of such clients are not followed: an accountant of two carriers must not join all that they own. 404 no client.
 */
export async function listRelatedClients(ctx: Context, companyId: number): Promise<RelatedClients> {
  const owner = await findOwner(ctx, companyId);
  const owned = new Set(owner?.companies.map(({ id }) => id));
  const shared = await listSharedPeople(ctx.db.system, companyId);
  const ids = [...new Set([companyId, ...owned, ...shared.map((person) => person.companyId)])];
  const listed = await listClients(
    ctx.db.system,
    { ids, today: moscowDay(ctx.clock.now()) },
    { sort: { key: 'debt', descending: true }, limit: ids.length, offset: 0 },
  );
  const asked = listed.find(({ id }) => id === companyId);
  if (!asked) throw notFound('Клиент не найден');
  const companies = [asked, ...listed.filter(({ id }) => id !== companyId)].map((company) => ({
    ...company,
    sameOwner: owned.has(company.id),
    people: shared
      .filter((person) => person.companyId === company.id)
      .map(({ id, firstname, lastname }) => ({ id, firstname, lastname })),
  }));
  return {
    owner,
    limit: sum(companies, 'credit'),
    debt: sum(companies, 'debt'),
    companies: companies.length > 1 ? companies : [],
  };
}

type SharedPerson = RelatedClient['people'][number] & { companyId: number };

/** Employees of a client who are employees of other clients too. A sandbox is no client of its own. */
function listSharedPeople(db: Db, companyId: number): Promise<SharedPerson[]> {
  return rows(
    db,
    sql<SharedPerson>`
      select theirs.company_id as "companyId", person.id, person.firstname, person.lastname
      from membership own
      join membership theirs on theirs.user_id = own.user_id and theirs.company_id <> own.company_id
      join app_user person on person.id = own.user_id
      join company on company.id = theirs.company_id and company.client_since is not null
      where own.company_id = ${companyId} and own.via = 'employee' and own.role <> 'none' and own.ended_at is null
        and theirs.via = 'employee' and theirs.role <> 'none' and theirs.ended_at is null
        and not exists (select from sandbox where sandbox.company_id = theirs.company_id)
      order by person.lastname, person.firstname, person.id`,
  );
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
