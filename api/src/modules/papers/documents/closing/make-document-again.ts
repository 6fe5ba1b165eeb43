import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { findCompany } from '../../../companies/companies/companies.ts';
import { queueForEdm } from '../../edm/queue-for-edm.ts';
import { notify } from '../../../messaging/notices/notify.ts';
import { listPartners } from '../../../programme/partners/partners.ts';
import { lockDocumentStatus, type DocumentStatus } from '../documents.ts';
import { lastDayOfObjections } from '../objections/objections.ts';
import { freezeMonth } from './close-companies.ts';
import { insertClosingDocuments, type ClosingDocuments } from './closing-document-store.ts';
import { lockClosing } from './month-closing-store.ts';

export interface RemadeDocument {
  documentId: number;
  userId: number;
  ip: string;
}

/**
 * Makes a document of a closed month again after its withdrawal, under a new number, with the same sales and payments and the
 * requisites of today. The withdrawn one stays as it is. Returns the id of the new document. Refuses: 404 no such document; 409 it is
 * valid, was published by hand, is an act of cards, or has been made again already.
 */
export async function makeDocumentAgain(ctx: Context, input: RemadeDocument): Promise<number> {
  const withdrawn = await lockDocumentStatus(ctx.db.system, input.documentId);
  if (!withdrawn) throw notFound('Документ не найден');
  assertCanRemake(withdrawn);
  const { companyId, month } = withdrawn;
  const company = await findCompany(ctx.db.system, companyId);
  const { until } = await ctx.db.inSystem((tx) => lockClosing(tx, companyId, month));
  if (!company || !until) throw conflict('Месяц этой компании не закрыт: документ появится при закрытии');
  const closed = { company, partners: await listPartners(ctx.db.system), month };
  for (;;) {
    const objectUntil = lastDayOfObjections(ctx.programme.today(), ctx.clock.now());
    const closing = await freezeMonth(ctx, closed, { until, objectUntil });
    const made = await publishAgain(ctx, withdrawn, { input, closing });
    if (made !== null) return made;
  }
}

/** Refuses with 409 what no figures of a month are made into, and what is valid. */
function assertCanRemake({ isWithdrawn, kind, isOfClosing }: DocumentStatus): void {
  if (!isWithdrawn) throw conflict('Документ действует: сначала отзовите его');
  if (!isOfClosing) throw conflict('Документ опубликован файлом: опубликуйте новый');
  if (kind === 'cards') throw conflict('Карты уже стоят в отозванном акте: опубликуйте новый акт файлом');
}

/** Returns null if midnight has passed, so that the printed term of objections is a day short. */
async function publishAgain(
  ctx: Context,
  withdrawn: DocumentStatus,
  { input, closing }: { input: RemadeDocument; closing: ClosingDocuments },
): Promise<number | null> {
  const { companyId, month, kind } = withdrawn;
  const plan = closing.plans.find(
    (planned) =>
      planned.kind === kind && (kind === 'reconciliation' || planned.partnerId === withdrawn.partnerId),
  );
  if (!plan) throw conflict('Из движений этого месяца такой документ не выходит');
  return ctx.db.inSystem(async (tx) => {
    await lockClosing(tx, companyId, month);
    const now = ctx.clock.now();
    if (lastDayOfObjections(ctx.programme.today(), now) !== closing.objectUntil) return null;
    const [made] = await insertClosingDocuments(tx, { ...closing, plans: [plan] }, now);
    if (!made) throw conflict('Документ уже сделан заново');
    await queueForEdm(tx, { companyId, documentId: made.id, now });
    await notify(tx, {
      kind: 'month-documents',
      companyId,
      facts: {
        month,
        title: plan.title,
        documentId: made.id,
        partner: withdrawn.partnerTitle ?? '',
        totalKopecks: plan.total?.sum ?? null,
      },
      about: `document:${made.id}`,
      now,
    });
    await recordEvent(tx, {
      at: now,
      what: 'document-made-again',
      userId: input.userId,
      companyId,
      ip: input.ip,
      targets: [{ kind: 'document', id: made.id }],
      before: { title: withdrawn.title },
      after: { title: plan.title, month },
    });
    return made.id;
  });
}
