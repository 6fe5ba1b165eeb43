import type { Context } from '../../../context.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { readStationFile } from './read-station-file.ts';
import { lockList, writeStations } from './station-store.ts';

/** Replaces the list with the uploaded one, completely or not at all. Refuses on `file`, line by line. */
export async function replaceStations(
  ctx: Context,
  upload: { file: UploadedFile | null; staffId: number },
): Promise<number> {
  if (!upload.file) throw fieldRefusal('file', 'Выберите файл со списком станций');
  const read = await readStationFile(upload.file.bytes);
  if (!read.ok) {
    throw new Refusal(400, 'bad-file', read.problems[0] ?? 'Файл не читается', {
      fields: { file: read.problems },
    });
  }
  const { stations } = read;
  await ctx.db.inSystem(async (tx) => {
    const before = await lockList(tx);
    await writeStations(tx, stations);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'staff-deed',
      userId: upload.staffId,
      details: { deed: 'stations-replaced', before, after: stations.length },
    });
  });
  return stations.length;
}
