import { getToday, send, toKopecks, type PlayedClient, type Stage } from './stage.ts';

export async function correct(
  stage: Stage,
  client: PlayedClient,
  { direction, kind, sum }: { direction: 'to-client' | 'from-client'; kind: string; sum: number },
): Promise<void> {
  const json = { sum: sum / 100, direction, kind, note: 'Простой карт' };
  await send(stage, 'post', `/staff/api/clients/${client.id}/corrections`, json);
  stage.quarter.corrections.push({
    clientId: client.id,
    day: getToday(stage),
    sum: direction === 'to-client' ? sum : -sum,
    partner: null,
  });
}

interface Upd {
  id: number;
  partner_id: number;
  replaces: number | null;
}

/** Corrects the first line of a УПД of a closed month by a УКД, to a percentage of its sum. */
export async function correctUpd(
  stage: Stage,
  client: PlayedClient,
  { month, percent }: { month: string; percent: number },
): Promise<void> {
  const { api, staff, quarter } = stage;
  const get = async (path: string) => (await api.get(`/staff/api/${path}`, { token: staff.token })).body.data;
  const query = new URLSearchParams({ company_id: String(client.id), kind: 'upd', month });
  const upd = (await get(`documents?${query}`)).find(({ replaces }: Upd) => replaces === null);
  const [line] = await get(`documents/${upd.id}/lines`);
  const before = toKopecks(line.sum);
  const after = Math.max(1, Math.round((before * percent) / 100));
  const lines = [{ place: 1, quantity: line.quantity, sum: after / 100 }];
  await send(stage, 'post', `/staff/api/documents/${upd.id}/correct`, { reason: 'Цена по договору', lines });
  const fact = { clientId: client.id, day: getToday(stage), sum: before - after };
  quarter.corrections.push({ ...fact, partner: upd.partner_id, of: { month, title: line.title } });
}
