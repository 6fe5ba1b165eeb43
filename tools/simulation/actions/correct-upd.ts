import { moscowDay } from '../../../api/src/lib/money-format.ts';
import { changeAsStaff, retryUntilAnswered } from '../ask.ts';
import { type Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

/** Staff lower the sum of a closed month's УПД by a УКД, and the company gets the difference. Each УПД is corrected once. */
export async function correctUpd(world: World, company: Company, percent: number): Promise<void> {
  const upd = company.upds.find(({ isCorrected, sum }) => !isCorrected && sum > 0);
  if (!upd) return;
  const { token } = world.staff;
  const get = async (path: string) =>
    (await retryUntilAnswered(world, 'GET', `/staff/api/documents${path}`, { token })).data;
  const query = new URLSearchParams({ company_id: String(company.id), kind: 'upd', month: upd.month });
  const original = (await get(`?${query}`)).find(
    (document: Listed) => document.partner_id === upd.partnerId && document.replaces === null,
  );
  if (!original) throw new Failure(`the УПД of ${upd.month} of company ${company.id} is not listed`);
  const [line] = await get(`/${original.id}/lines`);
  const before = Math.round(line.sum * 100);
  const after = Math.max(1, Math.floor((before * percent) / 100));
  if (after === before) return;
  await changeAsStaff(world, 'POST', `/staff/api/documents/${original.id}/correct`, {
    reason: 'Цена по договору',
    lines: [{ place: line.place, quantity: line.quantity, sum: after / 100 }],
  });
  upd.isCorrected = true;
  company.corrections.push({ day: moscowDay(world.outside.clock.now()), sum: before - after });
  world.count('УПД corrected');
}

interface Listed {
  id: number;
  partner_id: number;
  replaces: number | null;
}
