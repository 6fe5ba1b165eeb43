import { sql, type RawBuilder } from 'kysely';
import { ALL_NETWORKS, ALL_NETWORKS_TITLE, SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type {
  listStaffDocuments,
  StaffDocumentState,
  StaffDocumentSort,
} from '#contract/papers/staff-documents.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { contains } from '../../../db/text-search.ts';
import type { EdmMessageState } from '../edm/edm-messages.ts';
import { CONCERNS_ALL_NETWORKS } from './closing/concerns-all-store.ts';
import { HAS_STATE_FORM } from './xml/document-xml-store.ts';
import type { ClosingDocumentKind } from './closing/month-closing.ts';

export interface StaffDocumentRow {
  id: number;
  title: string;
  company_id: number;
  inn: string | null;
  company_title: string;
  partner_id: number;
  partner_title: string;
  month: string;
  kind: ClosingDocumentKind | null;
  sum_kopecks: Kopecks | null;
  vat_kopecks: Kopecks | null;
  published_at: Date;
  published_by: number | null;
  publisher: string | null;
  state: StaffDocumentState;
  received_at: Date | null;
  objection: string | null;
  objected_at: Date | null;
  answered_at: Date | null;
  replaces_id: number | null;
  replaced_by: number | null;
  replace_reason: string | null;
  withdrawn_at: Date | null;
  withdrawn_by: number | null;
  withdrawer: string | null;
  withdraw_reason: string | null;
  edm_state: EdmMessageState | null;
  edm_reason: string | null;
  edm_annulment: string | null;
  edm_roaming: string | null;
  is_in_state_form: boolean;
  /** Null for what was published as a file. */
  may_be_made_again: boolean | null;
  total: number;
}

const STATE = sql`case
  when document.withdrawn_at is not null then 'withdrawn' when document.replaced_at is not null then 'replaced'
  when document.received_at is not null then 'confirmed' when document.objection is not null then 'objected'
  else 'waiting' end`;

/** An act of cards can't be made again, because its cards are in the withdrawn act. */
const CAN_BE_REMADE = sql`document.withdrawn_at is not null and document.kind <> 'cards' and not exists (
  select from month_document valid
  where valid.company_id = document.company_id and valid.month = document.month and valid.kind = document.kind
    and (valid.partner_id = document.partner_id or valid.kind = 'reconciliation') and valid.withdrawn_at is null)`;

const KIND = sql`case when card_act.document_id is null then coalesce(document.kind, document.corrected_kind) else 'cards' end`;

const NAME = (person: string) =>
  sql`nullif(concat_ws(' ', ${sql.ref(`${person}.lastname`)}, ${sql.ref(`${person}.firstname`)}), '')`;

const ORDER = {
  published: sql`document.published_at`,
  month: sql`document.month`,
  company: sql`company.title`,
  sum: sql`document.sum_kopecks`,
} as const satisfies Record<StaffDocumentSort, unknown>;

type DocumentQuery = EndpointQuery<typeof listStaffDocuments>;

/** A page of the documents of all companies, and how many there are under the filters. */
export async function findStaffDocuments(
  db: Db,
  args: DocumentQuery,
): Promise<{ found: StaffDocumentRow[]; total: number }> {
  const { page, perPage } = args;
  const filters = toConditions(args);
  const from = sql`
    from month_document document
    join company on company.id = document.company_id
    join partner on partner.id = document.partner_id
    left join card_act on card_act.document_id = document.id
    where ${filters}`;
  const found = await rows(
    db,
    sql<StaffDocumentRow>`
      with chosen as (
        select document.id, ${toOrderBy(args.sort)} as place, count(*) over () as total ${from}
        order by place limit ${perPage}::bigint offset ${perPage * (page - 1)}::bigint
      )
      select document.id, document.title, company.id as company_id, company.inn, company.title as company_title,
        case when ${CONCERNS_ALL_NETWORKS} then ${ALL_NETWORKS} else document.partner_id end as partner_id,
        case when ${CONCERNS_ALL_NETWORKS} then ${ALL_NETWORKS_TITLE} else partner.title end as partner_title,
        document.month, ${KIND} as kind, document.sum_kopecks, document.vat_kopecks, document.published_at,
        document.published_by, ${NAME('publisher')} as publisher, ${STATE} as state, document.received_at,
        document.objection, document.objected_at, document.objection_answered_at as answered_at, document.replaces_id,
        case when document.replaced_at is not null then (
          select max(id) from month_document correction where correction.replaces_id = document.id) end as replaced_by,
        document.replace_reason, document.withdrawn_at, document.withdrawn_by, ${NAME('withdrawer')} as withdrawer,
        document.withdraw_reason, message.state as edm_state, message.reason as edm_reason,
        message.annulment_reason as edm_annulment,
        case when connection.roaming then connection.participant_id end as edm_roaming, chosen.total,
        ${HAS_STATE_FORM} as is_in_state_form, ${CAN_BE_REMADE} as may_be_made_again
      from chosen
      join month_document document on document.id = chosen.id
      join company on company.id = document.company_id
      join partner on partner.id = document.partner_id
      left join card_act on card_act.document_id = document.id
      left join edm_message message on message.document_id = document.id
      left join edm_connection connection on connection.company_id = message.company_id
      left join app_user publisher on publisher.id = document.published_by
      left join app_user withdrawer on withdrawer.id = document.withdrawn_by
      order by chosen.place`,
  );
  if (found[0]) return { found, total: found[0].total };
  const counted =
    page === 1 ? null : await firstRow(db, sql<{ count: number }>`select count(*) as count ${from}`);
  return { found, total: counted?.count ?? 0 };
}

function toConditions({ q, company_id, partner_id, kind, month, state }: DocumentQuery): RawBuilder<unknown> {
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  const named = sql`concat_ws(' ', document.title, company.title, company.inn)`;
  return sql.join(
    [
      // Those of sandboxes are none.
      sql`document.partner_id <> ${SANDBOX_NETWORK}`,
      ...words.map((word) => contains(named, word)),
      ...(company_id === undefined ? [] : [sql`document.company_id = ${company_id}::bigint`]),
      ...(partner_id === undefined ? [] : [sql`document.partner_id = ${partner_id}::bigint`]),
      ...(kind === undefined ? [] : [kind === 'other' ? sql`${KIND} is null` : sql`${KIND} = ${kind}`]),
      ...(month === undefined ? [] : [sql`document.month = ${month}`]),
      ...(state === undefined ? [] : [sql`${STATE} = ${state}`]),
    ],
    sql` and `,
  );
}

/** Newest first, unless another order is asked for; of equal ones the newest. */
function toOrderBy(sort: DocumentQuery['sort']): RawBuilder<unknown> {
  const { key, descending } = sort ?? { key: 'published', descending: true };
  const way = descending ? sql`desc nulls last` : sql`asc nulls last`;
  return sql`row_number() over (order by ${ORDER[key]} ${way}, document.id desc)`;
}
