import { DISPUTE_ANSWER_DAYS, DISPUTE_WITHIN_DAYS, type DisputeKind } from '#contract/fuel/disputes.ts';
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { insertStoredFile } from '../../../gateways/file-storage/insert-stored-file.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { assertCompletePdf, scanMime, scanName } from '../../../lib/scan.ts';
import { collectEvidence } from './collect-evidence.ts';
import { findDispute, findPurchase, insertDispute, lockDispute, setDisputePhoto } from './disputes.ts';
import { ENDED, endWithMoney, lockOpen, NO_DISPUTE } from './unfinished-disputes.ts';

const DAY_MS = 86_400_000;
interface DisputeAuthor {
  scope: CompanyScope;
  userId: number;
  ip: string;
}

/** Opens a dispute of one purchase with what the portal knows of it. Returns its id. Refuses: 404, 409. */
export async function disputeOperation(
  ctx: Context,
  args: DisputeAuthor & {
    operationId: number;
    kind: DisputeKind;
    text: string;
    requestKey: RequestKey | null;
  },
): Promise<number> {
  const { scope, userId, operationId, kind, text, ip } = args;
  const { companyId } = scope;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, args.requestKey, now, async () => {
      const purchase = await findPurchase(tx, scope, operationId);
      if (!purchase) throw notFound('Покупка не найдена');
      if (now.getTime() - purchase.soldAt.getTime() > DISPUTE_WITHIN_DAYS * DAY_MS)
        throw conflict(`Покупку можно оспорить в течение ${DISPUTE_WITHIN_DAYS} дней`);
      const evidence = await collectEvidence(tx, scope, operationId);
      const dueOn = moscowDay(now, DISPUTE_ANSWER_DAYS);
      const id = await insertDispute(tx, {
        companyId,
        operationId,
        kind,
        text,
        evidence,
        userId,
        dueOn,
        now,
      });
      if (id === null) throw conflict('По этой покупке уже открыт спор');
      await recordEvent(tx, {
        at: now,
        what: 'dispute-opened',
        userId,
        companyId,
        ip,
        targets: [{ kind: 'operation', id: operationId }],
        details: { disputeId: id, kind },
      });
      return id;
    }),
  );
}

/** Stores the photo of an open dispute. Refuses: 404, 409, `photo` empty, too large, not png, jpg or pdf. */
export async function addDisputePhoto(
  ctx: Context,
  { scope, userId, ip, id, file }: DisputeAuthor & { id: number; file: UploadedFile | null },
): Promise<void> {
  if (!file || file.bytes.length === 0) throw fieldRefusal('photo', 'Выберите файл');
  if (file.bytes.length > UPLOAD_MAX_BYTES) throw fieldRefusal('photo', 'Файл больше 10 МБ');
  const mime = scanMime(file.bytes);
  if (!mime) throw fieldRefusal('photo', 'Принимаются форматы png, jpg и pdf');
  if (mime === 'application/pdf') assertCompletePdf('photo', file.bytes);
  const name = scanName(file.name, 'photo', mime);
  await ctx.db.inCompany(scope, (tx) => requireOpen(tx, scope, id));
  const sha256 = await ctx.files.put(file.bytes);
  const now = ctx.clock.now();
  const { companyId } = scope;
  await ctx.db.inCompany(scope, async (tx) => {
    await requireOpen(tx, scope, id);
    const stored = { companyId, sha256, name, mime, sizeBytes: file.bytes.length, userId, now };
    await setDisputePhoto(tx, { id, fileId: await insertStoredFile(tx, stored) });
    await recordEvent(tx, {
      at: now,
      what: 'dispute-photo-added',
      userId,
      companyId,
      ip,
      details: { disputeId: id },
    });
  });
}

/** Ends an open dispute because its company takes it back, and frees its money on hold. Refuses: 404, 409. */
export function withdrawDispute(
  ctx: Context,
  { scope, userId, ip, id }: DisputeAuthor & { id: number },
): Promise<void> {
  const { companyId } = scope;
  return ctx.db.inSystem(async (tx) => {
    const locked = await lockOpen(ctx, tx, { id, companyId });
    const now = ctx.clock.now();
    await endWithMoney(tx, locked, { state: 'withdrawn', answer: null, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'dispute-withdrawn',
      userId,
      companyId,
      ip,
      details: { disputeId: id },
    });
  });
}

async function requireOpen(tx: Db, { companyId }: CompanyScope, id: number): Promise<void> {
  if (!(await findDispute(tx, id, companyId))) throw notFound(NO_DISPUTE);
  if (!(await lockDispute(tx, id))?.isOpen) throw conflict(ENDED);
}
