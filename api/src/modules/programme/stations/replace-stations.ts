import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, Refusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { readStationFile } from './read-station-file.ts';
import { insertLoad } from './station-load-store.ts';
import { listStations, lockList, readListVersion, writeStations } from './station-store.ts';

/**
 * Replaces the list with the uploaded one, completely or not at all, and keeps the one before. Refuses on `file`, line by
 * line; 409 where another list stands than `version`, which was previewed.
 */
export async function replaceStations(
  ctx: Context,
  upload: { file: UploadedFile | null; version?: number | undefined; staffId: number },
): Promise<number> {
  if (!upload.file) throw fieldRefusal('file', 'Выберите файл со списком станций');
  const read = await readStationFile(upload.file.bytes);
  if (!read.ok) {
    throw new Refusal(400, 'bad-file', read.problems[0] ?? 'Файл не читается', {
      fields: { file: read.problems },
    });
  }
  const { stations } = read;
  const { name } = upload.file;
  await ctx.db.inSystem(async (tx) => {
    const before = await lockList(tx);
    if (upload.version !== undefined && upload.version !== (await readListVersion(tx)))
      throw conflict('Список изменился после проверки файла. Проверьте файл снова');
    const kept = await listStations(tx);
    await writeStations(tx, stations);
    await insertLoad(tx, {
      before: kept,
      after: stations.length,
      staffId: upload.staffId,
      now: ctx.clock.now(),
    });
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'stations-replaced',
      userId: upload.staffId,
      before: { stations: before },
      after: { stations: stations.length, file: name },
    });
  });
  return stations.length;
}
