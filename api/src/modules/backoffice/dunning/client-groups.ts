import { sql } from 'kysely';
import type { ClientGroupKind } from '#contract/backoffice/client-groups.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';

/** A named set of clients: for a rule of collection, or the companies of one owner. */
interface ClientGroup {
  id: number;
  kind: ClientGroupKind;
  title: string;
  clients: { id: number; inn: string; title: string }[];
}

interface GroupInput {
  title: string;
  clientIds: readonly number[];
  staffId: number;
  ip: string;
}

const GROUPS = sql`
  select client_group.id, client_group.purpose as kind, client_group.title, coalesce(json_agg(
      json_build_object('id', company.id, 'inn', company.inn, 'title', company.title) order by company.title, company.id
    ) filter (where company.id is not null), '[]') as clients
  from client_group
  left join client_group_member member on member.group_id = client_group.id
  left join company on company.id = member.company_id and company.client_since is not null`;

export function listClientGroups(db: Db): Promise<ClientGroup[]> {
  return rows(
    db,
    sql<ClientGroup>`${GROUPS} group by client_group.id order by client_group.title, client_group.id`,
  );
}

async function requireGroup(db: Db, id: number): Promise<ClientGroup> {
  const group = await firstRow(
    db,
    sql<ClientGroup>`${GROUPS} where client_group.id = ${id} group by client_group.id`,
  );
  if (!group) throw notFound('Группа не найдена');
  return group;
}

/** Makes a group. Refuses on `title` one that there is, on `clients` who is no client. */
export function createClientGroup(
  ctx: Context,
  input: GroupInput & { kind: ClientGroupKind },
): Promise<ClientGroup> {
  const { kind, title, staffId, ip } = input;
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const row = await firstRow(
      tx,
      sql<{ id: number }>`
        insert into client_group (purpose, title, created_at, created_by)
        values (${kind}, ${title}, ${now}, ${staffId}) on conflict do nothing returning id`,
    );
    if (!row) throw fieldRefusal('title', 'Группа с таким названием уже есть');
    await setMembers(tx, { id: row.id, kind, clientIds: input.clientIds });
    const group = await requireGroup(tx, row.id);
    await recordEvent(tx, {
      at: now,
      what: 'client-group-saved',
      userId: staffId,
      ip,
      after: describe(group),
    });
    return group;
  });
}

/** Changes a group. Two people have decided whom an active rule concerns, so 409 for its group. */
export function changeClientGroup(ctx: Context, id: number, input: GroupInput): Promise<ClientGroup> {
  const { title, clientIds, staffId, ip } = input;
  return ctx.db.inSystem(async (tx) => {
    await sql`select from client_group where id = ${id} for no key update`.execute(tx);
    const before = await requireGroup(tx, id);
    if (await hasActiveRule(tx, id)) throw conflict('Сначала выключите правило этой группы');
    const same = await firstRow(
      tx,
      sql`select id from client_group
        where id <> ${id} and purpose = ${before.kind} and lower(title) = lower(${title})`,
    );
    if (same) throw fieldRefusal('title', 'Группа с таким названием уже есть');
    await sql`update client_group set title = ${title} where id = ${id}`.execute(tx);
    await sql`delete from client_group_member where group_id = ${id}`.execute(tx);
    await setMembers(tx, { id, kind: before.kind, clientIds });
    const group = await requireGroup(tx, id);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'client-group-saved',
      userId: staffId,
      ip,
      before: describe(before),
      after: describe(group),
    });
    return group;
  });
}

async function hasActiveRule(tx: Db, groupId: number): Promise<boolean> {
  const { found } = await getOnlyRow(
    tx,
    sql<{ found: boolean }>`
      select exists (select from dunning_rule where group_id = ${groupId} and active) as found`,
  );
  return found;
}

/** Puts the clients into the group, out of their earlier one unless an active rule concerns that. */
async function setMembers(
  tx: Db,
  { id, kind, clientIds }: { id: number; kind: ClientGroupKind; clientIds: readonly number[] },
): Promise<void> {
  const ids = [...new Set(clientIds)];
  const { known, busy } = await getOnlyRow(
    tx,
    sql<{ known: number; busy: string | null }>`
      select (select count(*) from company where id = any(${ids}::bigint[]) and client_since is not null) as known,
        (select company.title from client_group_member member
          join dunning_rule rule on rule.group_id = member.group_id and rule.active
          join company on company.id = member.company_id
          where member.company_id = any(${ids}::bigint[]) and member.purpose = ${kind} and member.group_id <> ${id}
          limit 1) as busy`,
  );
  if (known < ids.length) throw fieldRefusal('clients', 'Такого клиента нет');
  if (busy !== null) throw fieldRefusal('clients', `${busy} — в группе, правило которой включено`);
  await sql`
    insert into client_group_member (company_id, purpose, group_id)
    select id, ${kind}, ${id} from unnest(${ids}::bigint[]) as client (id)
    on conflict (company_id, purpose) do update set group_id = excluded.group_id`.execute(tx);
}

function describe({ title, clients }: ClientGroup): Record<string, unknown> {
  return { title, clients: clients.map((client) => client.title) };
}
