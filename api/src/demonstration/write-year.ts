import { getGoodsUnit } from '#contract/fuel/goods-unit.ts';
import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { invoiceNumber } from '../modules/money/invoices/invoices.ts';
import { getOnlyRow, rows, type Db } from '../db/database.ts';
import { formatDateShort, formatMoneyForBank, moscowDay } from '../lib/money-format.ts';
import { vatIncluded } from '../lib/vat.ts';
import type { PlannedDistribution, PlannedEvent, PlannedOperation, PlannedPayment } from './plan.ts';
import type { WrittenCompany } from './write-company.ts';

/** Something that happened, with the id of its business record. */
export type WrittenEvent = { company: WrittenCompany; id: number } & (
  | { event: PlannedOperation }
  | { event: PlannedDistribution }
  | { event: PlannedPayment; key: string }
);

interface CompanyEvent<Event extends PlannedEvent> {
  company: WrittenCompany;
  event: Event;
}

/** Writes the business records of everything that happened to the companies, and returns them in the order of time. */
export async function writeYear(
  tx: Db,
  companies: readonly WrittenCompany[],
  about: { staffId: number | null; invoicePrefix: string },
): Promise<WrittenEvent[]> {
  const companyEvents = companies
    .flatMap((company) =>
      company.plan.events.map((event): CompanyEvent<PlannedEvent> => ({ company, event })),
    )
    .sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
  const operations = await writeOperations(tx, companyEvents.filter(isOperation));
  const payments = await writePayments(tx, companyEvents.filter(isPayment), about);
  const distributions = await writeDistributions(tx, companyEvents.filter(isDistribution));
  if (companies[0]) await writePaymentInReview(tx, companies[0], about.invoicePrefix);
  const ids = new Map<PlannedEvent, WrittenEvent>();
  for (const operation of [...operations, ...payments, ...distributions]) ids.set(operation.event, operation);
  return companyEvents.map(({ event }) => ids.get(event) as WrittenEvent);
}

function isOperation(
  companyEvents: CompanyEvent<PlannedEvent>,
): companyEvents is CompanyEvent<PlannedOperation> {
  return companyEvents.event.kind === 'operation';
}

function isPayment(companyEvents: CompanyEvent<PlannedEvent>): companyEvents is CompanyEvent<PlannedPayment> {
  return companyEvents.event.kind === 'payment';
}

function isDistribution(
  companyEvents: CompanyEvent<PlannedEvent>,
): companyEvents is CompanyEvent<PlannedDistribution> {
  return companyEvents.event.kind === 'distribution';
}

async function writeOperations(
  tx: Db,
  companyEvents: readonly CompanyEvent<PlannedOperation>[],
): Promise<WrittenEvent[]> {
  const events = companyEvents.map((item) => item.event);
  const getPartner = ({ company, event }: CompanyEvent<PlannedOperation>): PartnerId | undefined =>
    company.plan.cards[event.card]?.partnerId;
  const written = await rows(
    tx,
    sql<{ id: number; key: string }>`
      insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, author_id,
        network_request_id, external_id, attempts, reason, goods_id, goods_title, centilitres, centipieces, unit_price_kopecks,
        address, sold_at, created_at, finished_at)
      select company_id, card_id, partner_id, type_id, status_id, sum_kopecks, author_id,
        case when goods_id is null then key::uuid end, case when goods_id is not null then key end,
        case when goods_id is null then 1 else 0 end, reason, goods_id, goods_title, case when unit = 'litres' then quantity end,
        case when unit = 'pieces' then quantity end, unit_price, address,
        case when goods_id is not null then at end, at, at
      from unnest(
        ${companyEvents.map((item) => item.company.id)}::bigint[],
        ${companyEvents.map(({ company, event }) => company.cardIds[event.card])}::bigint[], ${companyEvents.map(getPartner)}::int[],
        ${events.map((event) => event.typeId)}::int[], ${events.map((event) => event.statusId)}::int[],
        ${events.map((event) => event.sum)}::bigint[],
        ${companyEvents.map(({ company, event }) => (event.author === null ? null : company.userIds[event.author]))}::bigint[],
        ${events.map((event) => event.key)}::text[], ${events.map((event) => event.reason)}::text[],
        ${events.map((event) => event.sale?.goodsId ?? null)}::int[],
        ${events.map((event) => event.sale?.goodsTitle ?? null)}::text[],
        ${events.map((event) => event.sale?.centilitres ?? null)}::bigint[],
        ${events.map((event) => event.sale && getGoodsUnit(event.sale.goodsTitle))}::text[],
        ${events.map((event) => event.sale?.unitPrice ?? null)}::bigint[],
        ${events.map((event) => event.sale?.address ?? null)}::text[], ${events.map((event) => event.at)}::timestamptz[]
      ) with ordinality as input (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, author_id, key, reason,
        goods_id, goods_title, quantity, unit, unit_price, address, at, place)
      order by place
      returning id, coalesce(network_request_id::text, external_id) as key`,
  );
  const ids = new Map(written.map((row) => [row.key, row.id]));
  return companyEvents.map((item) => ({ ...item, id: ids.get(item.event.key) as number }));
}

async function writePayments(
  tx: Db,
  companyEvents: readonly CompanyEvent<PlannedPayment>[],
  about: { staffId: number | null; invoicePrefix: string },
): Promise<WrittenEvent[]> {
  const statements = await writeStatements(tx, companyEvents, about.staffId);
  const lines = companyEvents.map((item, index) => paymentLine(item, index, about.invoicePrefix));
  const written = await rows(
    tx,
    sql<{ id: number; document_key: string }>`
      insert into bank_payment (statement_id, document_key, state, number, dated_on, credited_on, sum_kopecks, payer_name,
        payer_inn, payer_account, purpose, note, company_id, invoice_id, created_at, assigned_by, assigned_at)
      select statement_id, key, state, number, day, day, sum, payer, inn, ${PAYER_ACCOUNT}::text, purpose, note, company_id,
        invoice_id, at, case when state = 'assigned' then ${about.staffId}::bigint end,
        case when state = 'assigned' then at end
      from unnest(
        ${companyEvents.map((item) => statements.get(getMonth(item)))}::bigint[], ${lines.map((line) => line.key)}::text[],
        ${companyEvents.map((item) => (item.event.invoice === null ? 'assigned' : 'credited'))}::text[],
        ${lines.map((line) => line.number)}::text[], ${companyEvents.map((item) => moscowDay(item.event.at))}::date[],
        ${companyEvents.map((item) => item.event.sum)}::bigint[], ${companyEvents.map((item) => item.company.title)}::text[],
        ${companyEvents.map((item) => item.company.plan.inn)}::text[], ${lines.map((line) => line.purpose)}::text[],
        ${lines.map((line) => line.note)}::text[], ${companyEvents.map((item) => item.company.id)}::bigint[],
        ${companyEvents.map(({ company, event }) => (event.invoice === null ? null : company.invoiceIds[event.invoice]))}::bigint[],
        ${companyEvents.map((item) => item.event.at)}::timestamptz[]
      ) with ordinality as input (statement_id, key, state, number, day, sum, payer, inn, purpose, note, company_id,
        invoice_id, at, place)
      order by place
      returning id, document_key`,
  );
  const ids = new Map(written.map((row) => [row.document_key, row.id]));
  return companyEvents.map((item, index) => {
    const { key } = lines[index] as PaymentLine;
    return { ...item, key, id: ids.get(key) as number };
  });
}

/** A made-up account at a bank other than the programme's own. */
const PAYER_ACCOUNT = '40702810500000000001';

/** Another payer has paid an invoice that the company has not paid. Staff decide whose money it is. */
async function writePaymentInReview(tx: Db, company: WrittenCompany, invoicePrefix: string): Promise<void> {
  const { plan, invoiceIds, serials } = company;
  const place = plan.invoices.findIndex(({ paid, cancelledAt }) => paid === 0 && cancelledAt === null);
  const invoice = plan.invoices[place];
  if (!invoice) return;
  const number = invoiceNumber(invoicePrefix, serials[place] as number);
  const at = new Date(invoice.at.getTime() + 72_000_000);
  await sql`
    insert into bank_payment (statement_id, document_key, state, number, dated_on, credited_on, sum_kopecks, payer_name,
      payer_inn, payer_account, purpose, note, suggested_company_id, suggested_invoice_id, created_at)
    select max(id), 'demonstration:review', 'review', '518', ${moscowDay(at)}::date, ${moscowDay(at)}::date,
      ${invoice.sum}::bigint, 'ООО «Волга-Карго»', '1655033418', ${PAYER_ACCOUNT}::text,
      ${`Оплата по счёту № ${number} за ${company.title}`}::text,
      'Счёт выставлен другой компании: платёж третьего лица зачисляет сотрудник', ${company.id}::bigint,
      ${invoiceIds[place]}::bigint, ${at}::timestamptz
    from bank_statement`.execute(tx);
}

/** Writes a bank statement for each month. */
async function writeStatements(
  tx: Db,
  companyEvents: readonly CompanyEvent<PlannedPayment>[],
  staffId: number | null,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const months = Map.groupBy(companyEvents, getMonth);
  for (const [month, payments] of months) {
    const loadedAt = payments.at(-1)?.event.at;
    const counts = {
      documents: payments.length,
      credited: payments.filter(({ event }) => event.invoice !== null).length,
      needs_review: payments.filter(({ event }) => event.invoice === null).length,
      duplicates: 0,
      ignored: 0,
    };
    const { id } = await getOnlyRow(
      tx,
      sql<{ id: number }>`
        insert into bank_statement (file_sha256, name, loaded_by, loaded_at, counts)
        values (encode(sha256(${month}::text::bytea), 'hex'), ${`kl_to_1c_${month}.txt`}, ${staffId}::bigint, ${loadedAt},
          ${JSON.stringify(counts)}::jsonb)
        returning id`,
    );
    ids.set(month, id);
  }
  return ids;
}

/** The months that payments came in: each has a file of the bank, whose whole text is the month. */
export function statementTexts(plans: readonly { events: readonly PlannedEvent[] }[]): string[] {
  const payments = plans.flatMap(({ events }) => events.filter((event) => event.kind === 'payment'));
  return [...new Set(payments.map(({ at }) => moscowDay(at).slice(0, 7)))];
}

function getMonth({ event }: CompanyEvent<PlannedPayment>): string {
  return moscowDay(event.at).slice(0, 7);
}

interface PaymentLine {
  key: string;
  number: string;
  purpose: string;
  note: string;
}

function paymentLine(
  { company, event }: CompanyEvent<PlannedPayment>,
  index: number,
  invoicePrefix: string,
): PaymentLine {
  const vat = vatIncluded(event.sum, moscowDay(event.at));
  const tail = vat ? `В т.ч. НДС ${vat.ratePercent}% - ${formatMoneyForBank(vat.vatKopecks)}` : 'Без НДС';
  const line = { key: `demonstration:${index + 1}`, number: String(100 + index * 3) };
  const invoice = event.invoice === null ? undefined : company.plan.invoices[event.invoice];
  if (!invoice) {
    return {
      ...line,
      purpose: `Аванс за нефтепродукты по договору топливной программы. ${tail}`,
      note: 'Счёт в назначении платежа не назван: зачислено на лицевой счёт компании по ИНН плательщика',
    };
  }
  const number = invoiceNumber(invoicePrefix, company.serials[event.invoice as number] as number);
  return {
    ...line,
    purpose: `Оплата по счёту № ${number} от ${formatDateShort(invoice.at)} за нефтепродукты. ${tail}`,
    note: formatPaymentNote(invoice),
  };
}

function formatPaymentNote({ sum, paid }: { sum: number; paid: number }): string {
  if (paid === sum) return '';
  return paid < sum ? 'Оплачена часть счёта' : 'Оплачено больше, чем в счёте: остаток на лицевом счёте';
}

async function writeDistributions(
  tx: Db,
  companyEvents: readonly CompanyEvent<PlannedDistribution>[],
): Promise<WrittenEvent[]> {
  const written: WrittenEvent[] = [];
  for (const { company, event } of companyEvents) {
    const { id } = await getOnlyRow(
      tx,
      sql<{ id: number }>`
        insert into distribution (company_id, kind, sum_kopecks, author_id, created_at)
        values (${company.id}, ${event.direction}, ${getTotal(event)}, ${company.userIds[event.author]}, ${event.at})
        returning id`,
    );
    written.push({ company, event, id });
  }
  return written;
}

function getTotal({ sums }: PlannedDistribution): number {
  return sums.reduce((total, { sum }) => total + sum, 0);
}
