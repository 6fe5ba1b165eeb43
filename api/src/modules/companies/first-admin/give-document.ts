import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { insertStoredFile } from '../../../gateways/file-storage/insert-stored-file.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { assertCompletePdf, scanMime, scanName } from '../../../lib/scan.ts';
import { ALREADY_CONFIRMED } from './admin-proof.ts';
import { countDocuments, insertProof, lockUnconfirmed, replaceWaiting } from './admin-proof-store.ts';
import { assertProofWay } from './assert-proof-way.ts';

/** A refused user tries another document. This is the maximum per day. */
const DOCUMENTS_PER_DAY = 10;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Uploads a power of attorney or another document of a first admin, for staff to check. It replaces one that waits.
 * Refuses: `file` nothing sent, too large, not png, jpg or pdf by its content, a truncated pdf, too many in a day; 409
 * the admin is confirmed already, or the operator does not accept documents.
 */
export async function giveDocument(
  ctx: Context,
  scope: CompanyScope,
  given: { userId: number; ip: string; file: UploadedFile | null },
): Promise<void> {
  assertProofWay(ctx, 'document');
  const { userId, ip, file } = given;
  if (!file || file.bytes.length === 0) throw fieldRefusal('file', 'Выберите файл документа');
  if (file.bytes.length > UPLOAD_MAX_BYTES) throw fieldRefusal('file', 'Файл больше 10 МБ');
  const mime = scanMime(file.bytes);
  if (!mime) throw fieldRefusal('file', 'Документ принимается в форматах png, jpg и pdf');
  if (mime === 'application/pdf') assertCompletePdf('file', file.bytes);
  const name = scanName(file.name, 'document', mime);
  const { companyId } = scope;
  const sha256 = await ctx.files.put(file.bytes);
  await ctx.db.inSystem(async (tx) => {
    const unconfirmed = await lockUnconfirmed(tx, companyId);
    if (unconfirmed === null) throw notFound('Компания не найдена');
    if (!unconfirmed) throw conflict(ALREADY_CONFIRMED);
    const now = ctx.clock.now();
    const given = await countDocuments(tx, { companyId, since: new Date(now.getTime() - DAY_MS) });
    if (given >= DOCUMENTS_PER_DAY)
      throw fieldRefusal('file', `Не больше ${DOCUMENTS_PER_DAY} документов в сутки: отправьте этот завтра`);
    await replaceWaiting(tx, { companyId, now });
    const fileId = await insertStoredFile(tx, {
      companyId,
      sha256,
      name,
      mime,
      sizeBytes: file.bytes.length,
      userId,
      now,
    });
    await insertProof(tx, { companyId, userId, kind: 'document', state: 'waiting', fileId, now });
    await recordEvent(tx, {
      at: now,
      what: 'admin-document-given',
      userId,
      companyId,
      ip,
      details: { fileId },
    });
  });
}
