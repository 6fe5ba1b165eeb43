import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db, getOnlyRow } from '../../../../db/database.ts';
import type { AdvanceReturn, AdvanceReturnState, OutgoingPayment, Reopening } from './advance-return.ts';
import { conflict, notFound, type Refusal } from '../../../../errors.ts';
import { formatDateShort, formatRubles } from '../../../../lib/money-format.ts';

/** Stores payments to clients. A document that is there already, from whatever file, is left unchanged. */
export async function insertReturns(
  tx: Db,
  args: { fileId: number; paid: readonly (OutgoingPayment & { companyId: number })[]; now: Date },
): Promise<void> {
  const { fileId, paid, now } = args;
  const documents = paid.map((item) => item.document);
  await sql`
    insert into advance_return (statement_id, document_key, company_id, number, dated_on, debited_on, sum_kopecks,
      payee_name, payee_inn, payee_account, purpose, created_at)
    select ${fileId}::bigint, key, company_id, number, dated_on, debited_on, sum_kopecks, name, inn, account, purpose,
      ${now}::timestamptz
    from unnest(
      ${paid.map((item) => item.keyWithoutInn)}::text[],
      ${paid.map((item) => item.key)}::text[], ${paid.map((item) => item.companyId)}::bigint[],
      ${documents.map((document) => document.number)}::text[], ${documents.map((document) => document.date)}::date[],
      ${documents.map((document) => document.debitedOn)}::date[], ${documents.map((document) => document.sumKopecks)}::bigint[],
      ${documents.map((document) => document.payee.name ?? '')}::text[], ${documents.map((document) => document.payee.inn ?? '')}::text[],
      ${documents.map((document) => document.payee.account ?? document.payee.settlementAccount ?? '')}::text[],
      ${documents.map((document) => document.purpose)}::text[]
    ) as input (key_without_inn, key, company_id, number, dated_on, debited_on, sum_kopecks, name, inn, account, purpose)
    where not exists (
      select from advance_return kept where kept.document_key = input.key_without_inn and kept.payee_inn = input.inn)
    on conflict do nothing`.execute(tx);
}

/** More than any screen shows; the newest come first. */
const MAX_LISTED = 1000;

/** Payments to all clients, newest first, for the programme's staff. */
export async function listReturns(
  db: Db,
  filter: { state?: AdvanceReturnState | undefined },
): Promise<AdvanceReturn[]> {
  const state = filter.state ?? null;
  const found = await rows(
    db,
    sql<ReturnRow>`
      ${SELECT} where ${state}::text is null or returned.state = ${state}::text
      order by returned.id desc limit ${MAX_LISTED}`,
  );
  return found.map(toAdvanceReturn);
}

async function findReturn(db: Db, id: number): Promise<AdvanceReturn | null> {
  const row = await firstRow(db, sql<ReturnRow>`${SELECT} where returned.id = ${id}`);
  return row && toAdvanceReturn(row);
}

/** Stores a person's decision. `reason` is set only if it is no return. */
export async function markDecided(
  tx: Db,
  args: { id: number; state: 'booked' | 'dismissed'; reason: string | null; staffId: number; now: Date },
): Promise<void> {
  const { id, state, reason, staffId, now } = args;
  await sql`
    update advance_return set state = ${state}, reason = ${reason}::text, decided_by = ${staffId}, decided_at = ${now}
    where id = ${id}`.execute(tx);
}

/** Removes the decision and records it. From now on the return waits for a person again. */
export async function markReopened(
  tx: Db,
  args: { id: number; turn: number; reason: string; staffId: number; now: Date },
): Promise<void> {
  const { id, turn, reason, staffId, now } = args;
  await sql`
    insert into advance_return_reopening (return_id, turn, state, decided_reason, decided_by, decided_at, reason,
      reopened_by, reopened_at)
    select id, ${turn}::int, state, reason, decided_by, decided_at, ${reason}::text, ${staffId}::bigint, ${now}::timestamptz
    from advance_return where id = ${id}`.execute(tx);
  await sql`
    update advance_return set state = 'review', reason = null, decided_by = null, decided_at = null
    where id = ${id}`.execute(tx);
}

interface ReturnRow {
  id: number;
  document_key: string;
  state: AdvanceReturnState;
  number: string;
  dated_on: string;
  debited_on: string;
  sum_kopecks: number;
  payee_name: string;
  payee_inn: string;
  payee_account: string;
  purpose: string;
  company_id: number;
  company_title: string;
  own_kopecks: number;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  reopenings: (Omit<Reopening, 'decidedAt' | 'reopenedAt'> & { decidedAt: string; reopenedAt: string })[];
}

/** Selects an employee's name as colleagues see it. */
const selectName = (person: string) => {
  const [lastname, firstname, id] = ['lastname', 'firstname', 'id'].map((value) =>
    sql.ref(`${person}.${value}`),
  );
  return sql`coalesce(nullif(concat_ws(' ', ${lastname}, ${firstname}), ''), 'Сотрудник № ' || ${id})`;
};

const SELECT = sql`
  select returned.id, returned.document_key, returned.state, returned.number, returned.dated_on, returned.debited_on,
    returned.sum_kopecks, returned.payee_name, returned.payee_inn, returned.payee_account, returned.purpose,
    returned.company_id, company.title as company_title, greatest(0, account.balance_kopecks) as own_kopecks,
    returned.reason, ${selectName('decider')} as decided_by, returned.decided_at,
    coalesce(reopened.newest, '[]') as reopenings
  from advance_return returned
  join company on company.id = returned.company_id
  left join app_user decider on decider.id = returned.decided_by
  left join lateral (
    select json_agg(json_build_object('state', past.state, 'decidedReason', past.decided_reason,
      'decidedBy', ${selectName('past_decider')}, 'decidedAt', past.decided_at, 'reason', past.reason,
      'reopenedBy', ${selectName('reopener')}, 'reopenedAt', past.reopened_at) order by past.turn desc) as newest
    from advance_return_reopening past
    left join app_user past_decider on past_decider.id = past.decided_by
    join app_user reopener on reopener.id = past.reopened_by
    where past.return_id = returned.id
  ) reopened on true
  left join ledger_account account on account.company_id = returned.company_id and account.kind = 'unallocated'`;

function toAdvanceReturn(row: ReturnRow): AdvanceReturn {
  return {
    id: row.id,
    key: row.document_key,
    state: row.state,
    number: row.number,
    datedOn: row.dated_on,
    debitedOn: row.debited_on,
    sum: kopecks(row.sum_kopecks),
    payee: { name: row.payee_name, inn: row.payee_inn, account: row.payee_account },
    purpose: row.purpose,
    company: { id: row.company_id, title: row.company_title },
    ownFunds: kopecks(row.own_kopecks),
    reason: row.reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    reopenings: row.reopenings.map((reopening) => ({
      ...reopening,
      decidedAt: new Date(reopening.decidedAt),
      reopenedAt: new Date(reopening.reopenedAt),
    })),
  };
}

/** Returns the advance return, which must have no decision yet. Call it within the turn, so that it stays undecided. */
export async function requireWaitingReturn(tx: Db, id: number): Promise<AdvanceReturn> {
  const found = await requireReturn(tx, id);
  if (found.state === 'booked') throw conflict('Возврат уже списан со счёта компании');
  if (found.state === 'dismissed') throw conflict('Уже решено, что это не возврат аванса');
  return found;
}

/**
 * Returns the advance return, which must have a decision and no change since. The revision names the decision that the
 * person read. Call this within the turn, so that no one changes the return meanwhile.
 */
export async function requireDecidedReturn(tx: Db, id: number, revision: number): Promise<AdvanceReturn> {
  const found = await requireReturn(tx, id);
  if (found.state === 'review') throw conflict('Возврат и так ждёт решения: отменять нечего');
  if (found.reopenings.length !== revision)
    throw conflict('Решение с тех пор отменили и приняли другое. Прочитайте его и решите снова');
  return found;
}

export async function requireReturn(db: Db, id: number): Promise<AdvanceReturn> {
  const found = await findReturn(db, id);
  if (!found) throw notFound('Возврат не найден');
  return found;
}

/**
 * Counts payments to clients that the bank made before a moment and that wait for a person. Counts days like
 * `countPaymentsInReview`.
 */
export async function countReturnsInReview(db: Db, before: Date): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from advance_return
      where state = 'review'
        and least(debited_on::timestamp at time zone 'Europe/Moscow', created_at) < ${before}`,
  );
  return count;
}

export function bookedElsewhereRefusal({ number, datedOn, sum }: AdvanceReturn): Refusal {
  return conflict(
    `Документ № ${number} от ${formatDateShort(datedOn)} на ${formatRubles(sum)} этому получателю уже списан: ` +
      'другая выписка записала его иначе. Отметьте эту строку «Не возврат аванса»',
  );
}

/** `own`: what of the company's unallocated funds is its own. */
export function ownFundsRefusal({ company, sum }: AdvanceReturn, own: number): Refusal {
  return conflict(
    `${company.title}: своих нераспределённых средств ${formatRubles(own)}, списать ${formatRubles(sum)} нельзя. ` +
      'Кредит авансом не возвращают, а деньги с карт и счетов сетей компания сначала переводит обратно',
  );
}
