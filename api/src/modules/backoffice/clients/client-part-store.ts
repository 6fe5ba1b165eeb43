import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type {
  ClientCard,
  ClientAction,
  ClientDocument,
  ClientMessage,
  ClientMovement,
  ClientOrder,
  ClientPayment,
  Part,
  PageSlice,
} from './client-file.ts';

const PERSON = sql`coalesce(nullif(concat_ws(' ', person.firstname, person.lastname), ''), '')`;

async function part<Row>(
  db: Db,
  { limit, offset }: PageSlice,
  { columns, from, order }: Record<'columns' | 'from' | 'order', RawBuilder<unknown>>,
  counted: RawBuilder<unknown> = from,
): Promise<Part<Row>> {
  const { total } = await getOnlyRow(db, sql<{ total: number }>`select count(*) as total from ${counted}`);
  if (offset >= total) return { rows: [], total };
  const found = await rows(
    db,
    sql<Row>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${offset}`,
  );
  return { rows: found, total };
}

export function listClientOrders(db: Db, slice: PageSlice): Promise<Part<ClientOrder>> {
  return part(
    db,
    slice,
    {
      columns: sql`request.id, request.status_id as "statusId", request.created_at as "createdAt", ${PERSON} as author,
        coalesce((select sum(cards_cnt) from card_request_item where request_id = request.id), 0)::int as cards`,
      from: sql`card_request request join app_user person on person.id = request.author_id
        where request.company_id = ${slice.companyId}`,
      order: sql`request.id desc`,
    },
    sql`card_request where company_id = ${slice.companyId}`,
  );
}

export function listClientPayments(db: Db, slice: PageSlice): Promise<Part<ClientPayment>> {
  return part(db, slice, {
    columns: sql`id, number, dated_on as date, sum_kopecks as sum, payer_name as payer, purpose`,
    from: sql`bank_payment where company_id = ${slice.companyId} and state in ('credited', 'assigned')`,
    order: sql`id desc`,
  });
}

export function listClientDocuments(db: Db, slice: PageSlice): Promise<Part<ClientDocument>> {
  return part(
    db,
    slice,
    {
      columns: sql`document.id, document.title, document.month, partner.title as partner, document.published_at as "publishedAt",
        document.received_at as "receivedAt", document.objection`,
      from: sql`month_document document join partner on partner.id = document.partner_id
        where document.company_id = ${slice.companyId}`,
      order: sql`document.month desc, document.id desc`,
    },
    sql`month_document where company_id = ${slice.companyId}`,
  );
}

export function listClientCards(db: Db, slice: PageSlice): Promise<Part<ClientCard>> {
  return part(
    db,
    slice,
    {
      columns: sql`card.id, card.card_number as number, partner.title as partner, card.status_id as "statusId", card.comment,
        coalesce(account.balance_kopecks, 0) as balance,
        (select json_build_object('kind', kind, 'reason', reason, 'since', held_at) from card_hold
          where card_id = card.id and ended_at is null order by kind desc limit 1) as hold,
        exists (select from operation where card_id = card.id and status_id = ${OPERATION_STATUS.inProgress}
          and type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})) as waiting`,
      from: sql`card join partner on partner.id = card.partner_id left join ledger_account account on account.card_id = card.id
        where card.company_id = ${slice.companyId}`,
      order: sql`card.id`,
    },
    sql`card where company_id = ${slice.companyId}`,
  );
}

export function listClientMovements(db: Db, slice: PageSlice): Promise<Part<ClientMovement>> {
  return part(
    db,
    slice,
    {
      columns: sql`operation.id, operation.created_at as at, operation.type_id as "typeId", operation.status_id as "statusId",
        card.card_number as "cardNumber", operation.sum_kopecks as sum`,
      from: sql`operation join card on card.id = operation.card_id where operation.company_id = ${slice.companyId}`,
      order: sql`operation.created_at desc, operation.id desc`,
    },
    sql`operation where company_id = ${slice.companyId}`,
  );
}

/**
 * Lists the messages sent to the phones and addresses of the client's present colleagues. The code of an SMS is stored
 * nowhere.
 */
export function listClientMessages(db: Db, slice: PageSlice): Promise<Part<ClientMessage>> {
  return part(db, slice, {
    columns: sql`at, kind, "to", person, text, sent`,
    from: sql`(
      select message.answered_at as at, 'sms' as kind, person.phone as "to", ${PERSON} as person, message.text,
        message.accepted as sent
      from company_person person join sms_code code on code.phone = person.phone join sms_message message on message.code_id = code.id
      where person.company_id = ${slice.companyId}
      union all
      select letter.created_at, 'letter', letter.address, ${PERSON}, letter.kind,
        case letter.state when 'sent' then true when 'refused' then false end
      from company_person person join letter on letter.user_id = person.id
      where person.company_id = ${slice.companyId}
    ) message`,
    order: sql`at desc`,
  });
}

export function listClientActions(db: Db, slice: PageSlice): Promise<Part<ClientAction>> {
  return part(
    db,
    slice,
    {
      columns: sql`event.id, event.at, event.what as action, nullif(${PERSON}, '') as actor,
        coalesce(person.staff_role is not null, false) as "byStaff", event.ip as address, event.before, event.after, event.details`,
      from: sql`audit_event event left join app_user person on person.id = event.user_id
        where event.company_id = ${slice.companyId}`,
      order: sql`event.id desc`,
    },
    sql`audit_event where company_id = ${slice.companyId}`,
  );
}
