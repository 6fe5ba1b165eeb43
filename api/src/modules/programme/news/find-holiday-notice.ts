import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { noticeOfFile, type Operator } from '../../../operator.ts';
import { findSaidNotice } from './holiday-notice-store.ts';

/** The announcement of the cabinet: that of the staff or, until they have said one, of the operator's file. */
export async function findHolidayNotice(ctx: Context): Promise<Operator['holidayNotice']> {
  const said = await findSaidNotice(ctx.db.system);
  if (!said) return noticeOfFile(ctx.config, moscowDay(ctx.clock.now()));
  const { title, text, from, to } = said;
  return from === null || to === null ? null : { title, text, from, to };
}
