import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { assertCompletePdf, scanMime, scanName } from '../../../lib/scan.ts';
import { findOwnItem, setItemAct } from './item-store.ts';
import { actProblem } from './policy.ts';

/**
 * Stores a signed act for its item; a later one replaces it, but the file stays in the store. Refuses: `act` empty, too large, not
 * png, jpg or pdf by its content, a truncated pdf; 404 another company's item; 409 its cards are not issued.
 */
export async function saveAct(
  ctx: Context,
  scope: CompanyScope,
  upload: { itemId: number; userId: number; file: UploadedFile | null },
): Promise<{ id: number; file: string }> {
  const { itemId, userId, file } = upload;
  const item = await ctx.db.inCompany(scope, (tx) => findOwnItem(tx, scope, itemId));
  if (!item) throw notFound('Заявка не найдена');
  const problem = actProblem(item);
  if (problem !== null) throw conflict(problem);
  if (!file || file.bytes.length === 0) throw fieldRefusal('act', 'Выберите файл акта');
  if (file.bytes.length > UPLOAD_MAX_BYTES) throw fieldRefusal('act', 'Файл больше 10 МБ');
  const mime = scanMime(file.bytes);
  if (!mime) throw fieldRefusal('act', 'Акт принимается в форматах png, jpg и pdf');
  if (mime === 'application/pdf') assertCompletePdf('act', file.bytes, 'акт');
  const name = scanName(file.name, 'act', mime);
  const sha256 = await ctx.files.put(file.bytes);
  const act = { itemId, sha256, name, mime, sizeBytes: file.bytes.length, userId, now: ctx.clock.now() };
  if (!(await ctx.db.inCompany(scope, (tx) => setItemAct(tx, scope, act))))
    throw notFound('Заявка не найдена');
  return { id: itemId, file: name };
}
