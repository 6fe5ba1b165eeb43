import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../context.ts';
import { getOnlyRow, type Db } from '../db/database.ts';
import { DEMONSTRATION_COMPANIES } from '../gateways/company-registry/demonstration-companies.ts';
import { insertStoredFile } from '../gateways/file-storage/insert-stored-file.ts';
import { renderPdf } from '../lib/pdf/pdf.ts';
import { moscowDay } from '../lib/money-format.ts';
import { lockOrInsertCompany } from '../modules/companies/companies/companies.ts';
import { markClient } from '../modules/companies/companies/programme-membership.ts';
import { openCompanyAccounts } from '../modules/money/ledger/new-accounts.ts';
import { writtenRegistry } from '../modules/orders/orders/registry-answer.ts';
import { DOCUMENT_NAME, REQUESTS_TO_DECIDE, type RequestToDecide } from './requests-to-decide.ts';
import { writePeople } from './write-company.ts';

/** A first admin's document, put into the file store. */
export interface StoredDocument {
  sha256: string;
  sizeBytes: number;
}

export async function makeAdminDocument(ctx: Context): Promise<StoredDocument> {
  const bytes = await renderPdf({
    title: 'Доверенность № 7',
    author: 'ООО «Волга-Карго»',
    dateIso: moscowDay(ctx.clock.now()),
    content: [
      { text: 'Доверенность № 7', fontSize: 16, bold: true, margin: [0, 0, 0, 12] },
      {
        text:
          'ООО «Волга-Карго» в лице генерального директора Хасанова Рината Маратовича доверяет Шилову Роману ' +
          'представлять компанию в топливной программе: заказывать карты, получать счета и открывать доступ сотрудникам. ' +
          'Это пример для демонстрации, люди и компания вымышлены.',
      },
    ],
  });
  return { sha256: await ctx.files.put(bytes), sizeBytes: bytes.length };
}

/** Companies that have just come, with their first admins and requests. */
export async function writeRequestsToDecide(tx: Db, document: StoredDocument, now: Date): Promise<void> {
  for (const request of REQUESTS_TO_DECIDE) {
    const at = new Date(now.getTime() - request.hoursAgo * 3_600_000);
    const known = DEMONSTRATION_COMPANIES.find(({ inn }) => inn === request.inn);
    if (!known) throw new Error(`the embedded registry does not know ${request.inn}`);
    const company = await lockOrInsertCompany(tx, known, at);
    await markClient(tx, company.id, known, at, { adminUnconfirmed: request.left !== true });
    await openCompanyAccounts(tx, company.id, kopecks(0));
    const [authorId = 0] = await writePeople(tx, request.left ? null : company.id, [request.author], at);
    await writeRequest(tx, request, {
      companyId: company.id,
      authorId,
      at,
      registry: writtenRegistry(known, at),
    });
    if (request.left) await leave(tx, company.id);
    if (request.givesDocument)
      await writeDocument(tx, document, { companyId: company.id, userId: authorId, now: at });
  }
}

async function writeRequest(
  tx: Db,
  request: RequestToDecide,
  made: { companyId: number; authorId: number; at: Date; registry: string },
): Promise<void> {
  const { companyId, authorId, at, registry } = made;
  const approvedAt = request.items.some((item) => item.issueRefusal) ? at : null;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into card_request (company_id, author_id, status_id, city, street, house, recipient_firstname,
        recipient_lastname, reject_reason, registry, created_at, approved_at)
      select id, ${authorId}::bigint, ${request.statusId}::int, city, street, house, ${request.author.firstname}::text,
        ${request.author.lastname}::text, ${request.rejectReason ?? null}::text, ${registry}::jsonb, ${at}::timestamptz,
        ${approvedAt}::timestamptz
      from company where id = ${companyId}
      returning id`,
  );
  for (const { partnerId, count, issueRefusal } of request.items) {
    await sql`
      insert into card_request_item (company_id, request_id, partner_id, cards_cnt, card_price_kopecks, issue_refusal)
      select ${companyId}::bigint, ${id}::bigint, partner.id, ${count}::int, partner.card_price_kopecks,
        ${issueRefusal ?? null}::text
      from partner where partner.id = ${partnerId}`.execute(tx);
  }
}

/** Leaves the company as a rejected first request does. */
async function leave(tx: Db, companyId: number): Promise<void> {
  await sql`
    update company set client_since = null, former_inn = inn, inn = null where id = ${companyId}`.execute(tx);
}

async function writeDocument(
  tx: Db,
  { sha256, sizeBytes }: StoredDocument,
  given: { companyId: number; userId: number; now: Date },
): Promise<void> {
  const file = { sha256, sizeBytes, name: DOCUMENT_NAME, mime: 'application/pdf' };
  const fileId = await insertStoredFile(tx, { ...file, ...given });
  await sql`
    insert into admin_proof (company_id, user_id, kind, state, file_id, created_at)
    values (${given.companyId}, ${given.userId}, 'document', 'waiting', ${fileId}, ${given.now})`.execute(tx);
}
