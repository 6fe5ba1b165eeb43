import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { type Station, listStations, lockList, readListVersion, writeStations } from './stations.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, Refusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { readStationFile } from './read-station-file.ts';

export interface StationLoad {
  id: number;
  at: Date;
  by: string | null;
  before: number;
  after: number;
  undoneAt: Date | null;
  undoneBy: string | null;
  undoable: boolean;
}

/** Stores the previous list. Those of earlier loads are deleted, because only the newest can be undone. */
async function insertLoad(
  tx: Db,
  load: { before: readonly Station[]; after: number; staffId: number; now: Date },
): Promise<void> {
  const compressed = gzipSync(JSON.stringify(load.before), { level: 1 });
  await sql`update station_load set before_list = null where before_list is not null`.execute(tx);
  await sql`
    insert into station_load (version, loaded_at, loaded_by, before_count, after_count, before_list)
    select version, ${load.now}::timestamptz, ${load.staffId}::bigint, ${load.before.length}::int, ${load.after}::int, ${compressed}::bytea
    from station_list`.execute(tx);
}

const IS_NEWEST = sql`load.version = (select version from station_list)`;

/** The last hundred, newest first. */
export function listLoads(db: Db): Promise<StationLoad[]> {
  return rows(
    db,
    sql<StationLoad>`
      select load.id, load.loaded_at as at, nullif(concat_ws(' ', person.lastname, person.firstname), '') as by,
        load.before_count as before, load.after_count as after, load.undone_at as "undoneAt",
        nullif(concat_ws(' ', undoer.lastname, undoer.firstname), '') as "undoneBy",
        load.undone_at is null and load.before_list is not null and ${IS_NEWEST} as undoable
      from station_load load join app_user person on person.id = load.loaded_by
      left join app_user undoer on undoer.id = load.undone_by
      order by load.id desc limit 100`,
  );
}

/** The load with the list before it; the list has to be locked. */
export async function lockLoad(
  tx: Db,
  loadId: number,
): Promise<{ before: Station[] | null; isNewest: boolean; isUndone: boolean } | null> {
  const row = await firstRow(
    tx,
    sql<{ before_list: Buffer | null; is_newest: boolean; is_undone: boolean }>`
      select before_list, ${IS_NEWEST} as is_newest, undone_at is not null as is_undone
      from station_load load where id = ${loadId} for update`,
  );
  if (!row) return null;
  const before = row.before_list && (JSON.parse(gunzipSync(row.before_list).toString()) as Station[]);
  return { before, isNewest: row.is_newest, isUndone: row.is_undone };
}

export async function markUndone(
  tx: Db,
  args: { loadId: number; staffId: number; now: Date },
): Promise<void> {
  await sql`
    update station_load set undone_at = ${args.now}, undone_by = ${args.staffId}, before_list = null
    where id = ${args.loadId}`.execute(tx);
}

/**
 * Replaces the list with the uploaded one, completely or not at all, and stores the previous one. Refuses on `file`,
 * line by line. Refuses with 409 when the current list is not `version`, which was previewed.
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
    const saved = await listStations(tx);
    await writeStations(tx, stations);
    await insertLoad(tx, {
      before: saved,
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
