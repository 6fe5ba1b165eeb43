import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockLoad, markUndone } from './station-loads.ts';
import { lockList, writeStations } from './stations.ts';

export interface UndoInput {
  loadId: number;
  staffId: number;
  ip: string;
}

/** Puts the list back that stood before the newest load. Refuses: 404 no such load; 409 a newer list stands by now. */
export async function undoStations(ctx: Context, { loadId, staffId, ip }: UndoInput): Promise<number> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const count = await lockList(tx);
    const load = await lockLoad(tx, loadId);
    if (!load) throw notFound('Такой загрузки нет');
    if (load.isUndone) throw conflict('Эта загрузка уже отменена');
    if (!load.isNewest || !load.before)
      throw conflict('После неё загружен другой список: отменить её нельзя');
    await writeStations(tx, load.before);
    await markUndone(tx, { loadId, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'stations-undone',
      userId: staffId,
      ip,
      targets: [{ kind: 'station-load', id: loadId }],
      before: { stations: count },
      after: { stations: load.before.length },
    });
    return load.before.length;
  });
}
