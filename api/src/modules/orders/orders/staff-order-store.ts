import { sql, type RawBuilder } from 'kysely';
import type { TaskOwnerFilter } from '#contract/backoffice/tasks.ts';
import type { RequestStatusId } from '#contract/ids.ts';
import type { AUTHORITY_STATES, REQUEST_SORTS } from '#contract/orders/staff-requests.ts';
import type { Sort } from '#contract/fields.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { toPattern } from '../../../db/text-search.ts';
import { ordersWhere, type OrderRecord } from './order-store.ts';
import type { RegistryAnswer } from './registry-answer.ts';

type AuthorityState = (typeof AUTHORITY_STATES)[number];
export type OrderSort = Sort<(typeof REQUEST_SORTS)[number]>;

/** Data of a request that only staff see, in addition to what its company sees. */
export interface StaffOrder extends OrderRecord {
  author: { id: number; firstname: string | null; lastname: string | null; phone: string; since: Date };
  /**
   * The register's last answer, for this request or an earlier one. Without any answer, the data in the company's row.
   */
  registry: RegistryAnswer | StoredCompany;
  authority: AuthorityState;
  canWithdraw: boolean;
  /** The member of staff who has taken it. */
  owner: { id: number; firstname: string | null; lastname: string | null; takenAt: Date } | null;
}

/** The company's own row, used if the register was not called since its answers are stored. */
interface StoredCompany {
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  title: string;
  legalForm: string;
  address: { city: string; street: string; house: string };
  readAt: null;
}

export interface OrderFilter {
  statusId?: number | undefined;
  authority?: AuthorityState | undefined;
  q?: string | undefined;
  /** Lists only requests that wait: those taken by the caller (`me`), or by no one. */
  owner?: TaskOwnerFilter | undefined;
  callerId: number;
}

interface AboutRow {
  id: number;
  author_id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  since: Date;
  registry: RegistryAnswer | null;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  title: string;
  legal_form: string;
  city: string;
  street: string;
  house: string;
  authority: AuthorityState;
  can_withdraw: boolean;
  owner: { id: number; firstname: string | null; lastname: string | null; takenAt: string } | null;
}

const AUTHORITY = sql`case
  when not company.admin_unconfirmed then 'confirmed'
  when exists (select from admin_proof where company_id = company.id and state = 'waiting') then 'waiting'
  else 'unconfirmed' end`;

/** Condition of an order that can be withdrawn; the withdrawal checks it again under its lock. */
const CAN_WITHDRAW = sql`request.status_id = 2 and not exists (
  select from card_request_item item
  where item.request_id = request.id and (item.issued_at is not null
    or (item.attempts > 0 and item.issue_refusal is null)
    or exists (select from card where card.request_item_id = item.id)))`;

const FROM = sql`
  from card_request request
  join company on company.id = request.company_id
  join app_user author on author.id = request.author_id`;

/** One page of the requests of all companies, in the asked order, and how many there are. */
export async function pageOfOrders(
  db: Db,
  filter: OrderFilter,
  args: { sort: OrderSort | undefined; page: number; perPage: number },
): Promise<{ orders: StaffOrder[]; total: number }> {
  const { page, perPage } = args;
  const where = toCondition(filter);
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total ${FROM} where ${where}`,
  );
  // Beyond the last page there is nothing, however large its number.
  if ((page - 1) * perPage >= total) return { orders: [], total };
  const found = await rows(
    db,
    sql<{ id: number }>`
      select request.id ${FROM} where ${where}
      order by ${toOrderBy(args.sort)} limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return {
    orders: await listStaffOrders(
      db,
      found.map((row) => row.id),
    ),
    total,
  };
}

/** The requests with these ids, in their order. */
export async function listStaffOrders(db: Db, ids: readonly number[]): Promise<StaffOrder[]> {
  if (ids.length === 0) return [];
  const orders = new Map(
    (await ordersWhere(db, sql`request.id = any(${ids}::bigint[])`)).map((orderRecord) => [
      orderRecord.id,
      orderRecord,
    ]),
  );
  const about = new Map((await listOrderDetails(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [order, row] = [orders.get(id), about.get(id)];
    return order && row ? [toStaffOrder(order, row)] : [];
  });
}

function listOrderDetails(db: Db, ids: readonly number[]): Promise<AboutRow[]> {
  return rows(
    db,
    sql<AboutRow>`
      select request.id, author.id as author_id, author.firstname, author.lastname, author.phone,
        author.created_at as since, coalesce(request.registry, earlier.registry) as registry,
        coalesce(company.inn, company.former_inn) as inn, company.kpp, company.ogrn, company.title, company.legal_form,
        company.city, company.street, company.house, ${AUTHORITY} as authority, ${CAN_WITHDRAW} as can_withdraw,
        case when owner.id is not null then json_build_object('id', owner.id, 'firstname', owner.firstname,
          'lastname', owner.lastname, 'takenAt', task.taken_at) end as owner
      ${FROM}
      left join task_owner task on task.kind = 'request' and task.subject_id = request.id
      left join app_user owner on owner.id = task.user_id
      left join lateral (
        select other.registry from card_request other
        where other.company_id = request.company_id and other.registry is not null order by other.id desc limit 1
      ) earlier on true
      where request.id = any(${ids}::bigint[])`,
  );
}

function toCondition({ statusId, authority, q = '', owner, callerId }: OrderFilter): RawBuilder<unknown> {
  const digits = q.replace(/\D/g, '');
  const pattern = toPattern(q);
  // A phone is typed with 8 or +7 before it, or by its last digits.
  const phone = `%${digits.length === 11 ? digits.slice(1) : digits}%`;
  const isNumber = digits !== '' && /^[\d\s()+№-]+$/.test(q);
  const found = isNumber
    ? sql`request.id::text = ${digits} or company.inn like ${`${digits}%`} or company.former_inn like ${`${digits}%`}
        or (${digits.length >= 4} and author.phone like ${phone})`
    : sql`company.title ilike ${pattern} or concat_ws(' ', author.firstname, author.lastname) ilike ${pattern}
        or concat_ws(' ', author.lastname, author.firstname) ilike ${pattern}
        or concat_ws(' ', request.recipient_firstname, request.recipient_lastname) ilike ${pattern}`;
  return sql`not exists (select from sandbox where sandbox.company_id = request.company_id)
    and (${statusId ?? null}::int is null or request.status_id = ${statusId ?? null}::int)
    and (${authority ?? null}::text is null or ${AUTHORITY} = ${authority ?? null}::text)
    and (${q === ''} or ${found})
    and ${owner ? sql`${WAITS} and ${isOwned(owner, callerId)}` : sql`true`}`;
}

/** Decided by staff next: a new request, or one whose network would not issue. */
const WAITS = sql`(request.status_id = 1 or (request.status_id = 2 and exists (
  select from card_request_item item where item.request_id = request.id and item.issue_refusal is not null)))`;

function isOwned(owner: TaskOwnerFilter, callerId: number): RawBuilder<unknown> {
  const task = sql`select from task_owner task where task.kind = 'request' and task.subject_id = request.id`;
  return owner === 'me' ? sql`exists (${task} and task.user_id = ${callerId})` : sql`not exists (${task})`;
}

const KEYS: Record<OrderSort['key'], RawBuilder<unknown>> = {
  id: sql`request.id`,
  date: sql`request.created_at`,
  company: sql`lower(company.title)`,
  status: sql`request.status_id`,
  author: sql`lower(concat_ws(' ', author.lastname, author.firstname))`,
  sum: sql`(select request.delivery_kopecks + sum(item.cards_cnt * item.card_price_kopecks) from card_request_item item where item.request_id = request.id)`,
};

function toOrderBy(sort: OrderSort | undefined): RawBuilder<unknown> {
  if (!sort) return sql`request.created_at desc, request.id desc`;
  const direction = sort.descending ? sql`desc` : sql`asc`;
  return sql`${KEYS[sort.key]} ${direction}, request.id ${direction}`;
}

function toStaffOrder(order: OrderRecord, row: AboutRow): StaffOrder {
  const { inn, kpp, ogrn, title, legal_form: legalForm, city, street, house } = row;
  return {
    ...order,
    author: {
      id: row.author_id,
      firstname: row.firstname,
      lastname: row.lastname,
      phone: row.phone,
      since: row.since,
    },
    registry: row.registry ?? {
      inn,
      kpp,
      ogrn,
      title,
      legalForm,
      address: { city, street, house },
      readAt: null,
    },
    authority: row.authority,
    canWithdraw: row.can_withdraw,
    owner: row.owner && { ...row.owner, takenAt: new Date(row.owner.takenAt) },
  };
}

/** Stores the register's current data with a request. */
export async function setRegistry(db: Db, args: { id: number; registry: string }): Promise<void> {
  await sql`update card_request set registry = ${args.registry}::jsonb where id = ${args.id}`.execute(db);
}

export interface AuthorCompany {
  id: number;
  inn: string;
  title: string;
  how: 'colleague' | 'ordered' | 'invited' | 'asked';
}

/** Returns the other companies that the order's author belongs to, ordered for, was invited to or asked to join. */
export function listAuthorCompanies(
  db: Db,
  args: { authorId: number; companyId: number },
): Promise<AuthorCompany[]> {
  const { authorId, companyId } = args;
  return rows(
    db,
    sql<AuthorCompany>`
      select company.id, coalesce(company.inn, company.former_inn) as inn, company.title, known.how
      from (
        select distinct on (company_id) company_id, how
        from (
          select company_id, 'colleague' as how, 1 as place from app_user where id = ${authorId}
          union all select company_id, 'ordered', 2 from card_request where author_id = ${authorId}
          union all select invitation.company_id, 'invited', 3 from invitation
            join app_user author on author.phone = invitation.phone where author.id = ${authorId}
          union all select company_id, 'asked', 4 from access_request where user_id = ${authorId}
        ) every_way
        where company_id is not null and company_id <> ${companyId}
        order by company_id, place
      ) known
      join company on company.id = known.company_id
      order by company.id desc limit 50`,
  );
}

export interface Duplicate {
  same: 'inn' | 'phone';
  requestId: number | null;
  company: { id: number; inn: string; title: string };
  inProgramme: boolean;
  statusId: RequestStatusId | null;
  withdrawn: boolean;
  author: string | null;
  at: Date;
}

/**
 * Returns possible duplicates: other open requests for the INN, companies that had the INN before, and requests of the
 * same phone for other companies.
 */
export function listDuplicates(
  db: Db,
  of: { id: number; inn: string; companyId: number; authorId: number },
): Promise<Duplicate[]> {
  return rows(
    db,
    sql<Duplicate>`
      select case when coalesce(company.inn, company.former_inn) = ${of.inn} then 'inn' else 'phone' end as same,
        request.id as "requestId",
        json_build_object('id', company.id, 'inn', coalesce(company.inn, company.former_inn), 'title', company.title) as company,
        company.client_since is not null as "inProgramme", request.status_id as "statusId",
        request.withdrawn_at is not null as withdrawn,
        nullif(concat_ws(' ', author.firstname, author.lastname), '') as author, request.created_at as at
      from company
      join card_request request on request.company_id = company.id
      join app_user author on author.id = request.author_id
      where request.id <> ${of.id}
        and ((coalesce(company.inn, company.former_inn) = ${of.inn}
            and (company.id <> ${of.companyId} or request.status_id in (1, 2)))
          or (request.author_id = ${of.authorId} and company.id <> ${of.companyId}))
      order by request.id desc limit 50`,
  );
}
