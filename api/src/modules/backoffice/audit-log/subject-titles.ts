import { sql, type RawBuilder } from 'kysely';
import { OPERATION_TYPE, OPERATION_TYPE_TITLE, type OperationTypeId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { ReceiptKind } from '#contract/money/fast-payments.ts';
import type { PurchasePricing } from '#contract/programme/purchase-terms.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { SIGNAL_RULE, type SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { rows, type Db } from '../../../db/database.ts';
import { formatDateShort, formatRubles } from '../../../lib/money-format.ts';
import { invoiceNumber } from '../../money/invoices/invoices.ts';
import { formatPurchaseTerm } from '../../programme/purchase-terms/format-purchase-term.ts';
import { formatTariff } from '../../programme/tariffs/format-tariff.ts';
import type { ServiceFees, TariffRates } from '../../programme/tariffs/tariff.ts';
import { writeFees } from '../../programme/tariffs/tariffs.ts';
import { subjectKey, type Subject } from './subject.ts';

interface ReceiptRow {
  kind: ReceiptKind;
  day: string;
  sum: number;
}

interface SubjectTitle {
  /** Selects the row `one` of `subject.number`: a text, or an object for `format`. */
  select: RawBuilder<unknown>;
  format?: (row: never, invoicePrefix: string) => string;
  /** The role of a company's readers can't read its table. */
  staffOnly?: boolean;
}

const ENDING = sql`'••\u00a0' || right(card.card_number, 4)`;
const PERSON_NAME = sql`nullif(concat_ws(' ', one.firstname, one.lastname), '')`;
const quoted = (table: string): SubjectTitle => ({
  select: sql`select '«' || one.title || '»' from ${sql.table(table)} one where one.id = subject.number`,
});

const SUBJECT_TITLE: Readonly<Record<string, SubjectTitle>> = {
  card: { select: sql`select ${ENDING} from card where card.id = subject.number` },
  key: quoted('api_key'),
  company: { select: sql`select one.title from company one where one.id = subject.number` },
  groups: quoted('vehicle_group'),
  sets: quoted('rule_set'),
  mailings: quoted('mailing'),
  document: quoted('month_document'),
  vehicles: {
    select: sql`select one.plate from vehicle one where one.id = subject.number`,
    format: (plate: string) => formatPlate(plate),
  },
  driver: {
    select: sql`select concat_ws(' ', one.surname, one.name, one.patronymic) from driver one where one.id = subject.number`,
  },
  user: { select: sql`select ${PERSON_NAME} from app_user one where one.id = subject.number` },
  access: {
    select: sql`select ${PERSON_NAME} from access_request request join app_user one on one.id = request.user_id
      where request.id = subject.number`,
  },
  'admin-proof': {
    select: sql`select ${PERSON_NAME} from admin_proof proof join app_user one on one.id = proof.user_id
      where proof.id = subject.number`,
  },
  invitation: { select: sql`select ${PERSON_NAME} from invitation one where one.id = subject.number` },
  webhooks: { select: sql`select one.url from webhook one where one.id = subject.number` },
  'fuel-plans': { select: sql`select one.way from fuel_plan one where one.id = subject.number` },
  views: { select: sql`select '«' || one.name || '»' from saved_view one where one.id = subject.number` },
  odometer: {
    select: sql`select one.km || ' км' from vehicle_odometer one where one.id = subject.number`,
  },
  'driver-links': {
    select: sql`select concat_ws(' ', driver.surname, driver.name) || ', карта ' || ${ENDING}
      from driver_link one join driver on driver.id = one.driver_id join card on card.id = one.card_id
      where one.id = subject.number`,
  },
  exceptions: {
    select: sql`select 'к карте ' || ${ENDING} from rule_exception one join card on card.id = one.card_id
      where one.id = subject.number`,
  },
  signals: {
    select: sql`select 'по карте ' || ${ENDING} from fleet_signal one join card on card.id = one.card_id
      where one.id = subject.number`,
  },
  changes: {
    select: sql`select case one.layer when 'profile' then 'всех карт'
        when 'group' then coalesce('группы ' || (select string_agg('«' || title || '»', ', ') from vehicle_group
          where id in (select (member ->> 'id')::bigint from jsonb_array_elements(one.subjects) member)), 'группы')
        else coalesce('карты ' || (select string_agg(${ENDING}, ', ') from card
          where id in (select (member ->> 'id')::bigint from jsonb_array_elements(one.subjects) member)), 'карты') end
      from rule_change one where one.id = subject.number`,
  },
  invoice: {
    select: sql`select json_build_object('serial', one.serial, 'day', one.issued_on)
      from invoice one where one.id = subject.number`,
    format: formatInvoice,
  },
  'fast-payment': {
    select: sql`select json_build_object('serial', invoice.serial, 'day', invoice.issued_on)
      from fast_payment_order one join invoice on invoice.id = one.invoice_id where one.id = subject.number`,
    format: (row: InvoiceRow, prefix) => `по счёту ${formatInvoice(row, prefix)}`,
  },
  receipt: {
    select: sql`select json_build_object('kind', one.kind, 'day', one.dated_on, 'sum', one.sum_kopecks)
      from receipt one where one.id = subject.number`,
    format: ({ kind, day, sum }: ReceiptRow) =>
      `${kind === 'advance' ? 'аванс' : 'зачёт аванса'} от ${formatDateShort(day)} на ${formatRubles(kopecks(sum))}`,
  },
  payment: {
    select: sql`select json_build_object('number', one.number, 'day', one.dated_on, 'sum', one.sum_kopecks, 'name', one.payer_name)
      from bank_payment one where one.id = subject.number`,
    format: formatPayment,
  },
  'advance-return': {
    select: sql`select json_build_object('number', one.number, 'day', one.dated_on, 'sum', one.sum_kopecks, 'name', one.payee_name)
      from advance_return one where one.id = subject.number`,
    format: formatPayment,
  },
  operation: {
    select: sql`select json_build_object('id', one.id, 'type', one.type_id, 'card', ${ENDING})
      from operation one join card on card.id = one.card_id where one.id = subject.number`,
    format: formatOperation,
  },
  tariff: {
    select: sql`select json_build_object('id', one.id, 'change', one.change, 'unit', one.unit, 'rate', one.rate,
        'feeRate', one.fee_rate, 'fees', ${writeFees('one')}, 'goods', one.goods_title, 'day', one.first_day, 'network', partner.title)
      from tariff one left join partner on partner.id = one.partner_id where one.id = subject.number`,
    format: formatTariffTitle,
    staffOnly: true,
  },
  'purchase-term': {
    select: sql`select json_build_object('id', one.id, 'pricing', one.pricing, 'rate', one.rate, 'bonusRate', one.bonus_rate,
        'network', partner.title)
      from purchase_term one join partner on partner.id = one.partner_id where one.id = subject.number`,
    format: ({ id, network, ...rates }: PurchaseTermRow) =>
      `№ ${id}: ${network}, ${formatPurchaseTerm(rates)}`,
    staffOnly: true,
  },
  approval: { ...quoted('approval'), staffOnly: true },
  news: { ...quoted('news_item'), staffOnly: true },
  channel: { ...quoted('linked_channel'), staffOnly: true },
  statement: {
    select: sql`select '«' || one.name || '»' from bank_statement one where one.id = subject.number`,
    staffOnly: true,
  },
  'station-load': {
    select: sql`select json_build_object('day', (one.loaded_at at time zone 'Europe/Moscow')::date)
      from station_load one where one.id = subject.number`,
    format: ({ day }: { day: string }) => `от ${formatDateShort(day)}`,
    staffOnly: true,
  },
  'phone-change': {
    select: sql`select ${PERSON_NAME} from phone_change change join app_user one on one.id = change.user_id
      where change.id = subject.number`,
    staffOnly: true,
  },
};

/** Returns the title of each subject that the reader may know, by `subjectKey`. */
export async function readSubjectTitles(
  db: Db,
  {
    subjects,
    isStaff,
    invoicePrefix,
  }: { subjects: readonly Subject[]; isStaff: boolean; invoicePrefix: string },
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const selects = new Map<string, SubjectTitle>();
  const requested = new Map<string, { kind: string; number: number }>();
  for (const subject of subjects) {
    const key = subjectKey(subject);
    const [kind = ''] = key.split(' ');
    if (kind === 'rules')
      titles.set(key, SIGNAL_RULE[subject.id as SignalRuleKey]?.title ?? String(subject.id));
    const title = Object.hasOwn(SUBJECT_TITLE, kind) ? SUBJECT_TITLE[kind] : undefined;
    if (!title || (title.staffOnly && !isStaff) || !Number.isSafeInteger(Number(subject.id))) continue;
    selects.set(kind, title);
    requested.set(key, { kind, number: Number(subject.id) });
  }
  if (requested.size === 0) return titles;
  // A statement needs the right to every table that it names. So it has only the branches that are asked for.
  const branches = [...selects].map(
    ([kind, { select }]) => sql`when ${kind} then (select to_json(title) from (${select}) found (title))`,
  );
  const found = await rows(
    db,
    sql<{ kind: string; number: number; title: unknown }>`
      select kind, number, case kind ${sql.join(branches, sql` `)} end as title
      from unnest(${[...requested.values()].map(({ kind }) => kind)}::text[], ${[...requested.values()].map(({ number }) => number)}::bigint[])
        as subject (kind, number)`,
  );
  for (const { kind, number, title } of found) {
    const format = selects.get(kind)?.format as ((row: unknown, prefix: string) => string) | undefined;
    const text = format && title !== null ? format(title, invoicePrefix) : title;
    if (typeof text === 'string') titles.set(`${kind} ${number}`, text);
  }
  return titles;
}

/** Returns the titles of the tariffs that a company pays by: its own ones, and those of all clients. */
export async function readTariffTitles(
  db: Db,
  { subjects, companyId }: { subjects: readonly Subject[]; companyId: number },
): Promise<Map<string, string>> {
  const ids = subjects
    .filter((subject) => subjectKey(subject).startsWith('tariff '))
    .map(({ id }) => Number(id))
    .filter(Number.isSafeInteger);
  if (ids.length === 0) return new Map();
  const found = await rows(
    db,
    sql<TariffRow>`
      select one.id, one.change, one.unit, one.rate, one.fee_rate as "feeRate", ${writeFees('one')} as fees, one.goods_title as goods,
        one.first_day::text as day, partner.title as network
      from tariff one left join partner on partner.id = one.partner_id
      where one.id = any(${ids}::bigint[]) and coalesce(one.company_id, ${companyId}::bigint) = ${companyId}::bigint`,
  );
  return new Map(found.map((tariff) => [`tariff ${tariff.id}`, `«${describeTariff(tariff)}»`]));
}

interface InvoiceRow {
  serial: number;
  day: string;
}

/** «№ М-000012 от 27.11.2026». */
function formatInvoice({ serial, day }: InvoiceRow, prefix: string): string {
  return `№ ${invoiceNumber(prefix, serial)} от ${formatDateShort(day)}`;
}

function formatPayment({
  number,
  day,
  sum,
  name,
}: {
  number: string;
  day: string;
  sum: number;
  name: string;
}): string {
  return [`№ ${number} от ${formatDateShort(day)} на ${formatRubles(sum)}`, name].filter(Boolean).join(', ');
}

/** «№ 6113: пополнение карты •• 4000». */
function formatOperation({ id, type, card }: { id: number; type: OperationTypeId; card: string }): string {
  const title = (OPERATION_TYPE_TITLE[type] ?? 'операция').toLowerCase();
  const isSale = type === OPERATION_TYPE.purchase || type === OPERATION_TYPE.refund;
  return `№ ${id}: ${title}${isSale ? ' по карте' : ''} ${card}`;
}

interface PurchaseTermRow {
  id: number;
  pricing: PurchasePricing;
  rate: number;
  bonusRate: number;
  network: string;
}

interface TariffRow extends TariffRates {
  fees: ServiceFees;
  id: number;
  goods: string | null;
  network: string | null;
  day: string;
}

/** «№ 3: скидка 2 % от суммы, Газпромнефть, ДТ, с 01.11.2026». */
function formatTariffTitle(tariff: TariffRow): string {
  return `№ ${tariff.id}: ${describeTariff(tariff)}`;
}

function describeTariff({ network, goods, day, ...rates }: TariffRow): string {
  return [formatTariff(rates), network, goods, `с ${formatDateShort(day)}`].filter(Boolean).join(', ');
}
