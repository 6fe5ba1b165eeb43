import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAX_BUNDLE_MEGABYTES } from '#contract/papers/bundles.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import type { BundledDays } from './bundle-store.ts';
import { saveBundle } from './save-bundle.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Sends a company's signed bundle of some days and records the reader. It is written to the disk first: a slow reader would
 * keep the database's snapshot open. Refuses: 409 the portal has no key, or as `writeBundle`.
 */
export async function downloadBundle(
  ctx: Context,
  scope: CompanyScope,
  { days, userId, ip }: { days: BundledDays; userId: number; ip: string },
): Promise<FileAnswer> {
  const { key: secret } = ctx.config.bundles;
  if (secret === null) throw conflict('Подписанные пакеты не настроены: обратитесь в поддержку');
  const folder = await mkdtemp(path.join(tmpdir(), 'magistral-bundle-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, 'bundle.zip');
    await saveBundle(ctx, { scope, days, secret, maxBytes: MAX_BUNDLE_MEGABYTES * MEGABYTE }, file);
    await ctx.db.inCompany(scope, (tx) =>
      recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'bundle-downloaded',
        userId,
        companyId: scope.companyId,
        ip,
        details: { firstDay: days.from, lastDay: days.to },
      }),
    );
    const stream = createReadStream(file);
    stream.once('close', () => void remove());
    return {
      file: stream,
      name: `Подписанный пакет ${days.from} — ${days.to}.zip`,
      mime: 'application/zip',
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
