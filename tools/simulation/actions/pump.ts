import { NETWORK_KEY_HEADER } from '#contract/fuel/authorisations.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { ask, retryUntilAnswered, type PortalResponse } from '../ask.ts';
import { getInboundKey } from '../portal.ts';
import { recordSale, reportSale, STATION } from './station.ts';
import type { PumpWay } from '../step.ts';
import type { Card, Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

const DIESEL = 301;
/** Kopecks of a litre, as all sales here have. */
const PRICE = 6500;
const LOST_MS = 3_600_000;

/** A driver gets a code for one filling; what becomes of it was chosen beforehand. */
export async function fuelByCode(
  world: World,
  company: Company,
  card: Card,
  { litres, way }: { litres: number; way: PumpWay },
): Promise<void> {
  const there = world.outside.networks[card.partnerId].cards.get(card.number);
  if (there?.status !== CARD_STATUS.active || !there.goodsIds.includes(DIESEL)) return;
  const session = await openSession(world, company, { card, litres });
  if (!session) return world.count('pump refused');
  if (way === 'cancelled') await cancelSession(world, company, session.id);
  else if (way !== 'unused') await sell(world, { company, card, litres, way, code: session.code });
  world.count(`pump ${way}`);
}

interface Session {
  id: number;
  code: string;
}

/** A caller whose answer is lost finds the code that he has got. Null where nothing could be filled. */
async function openSession(
  world: World,
  { admin: { token } }: Company,
  { card, litres }: { card: Card; litres: number },
): Promise<Session | null> {
  const json = { how: 'code', litres };
  const made = await ask(world, 'POST', `/api/card/${card.id}/pump-sessions`, { token, json });
  if (made.status === 200) return made.data;
  const path = `/api/pump-sessions?state=offered&card_id=${card.id}`;
  return (await retryUntilAnswered(world, 'GET', path, { token })).data[0] ?? null;
}

/** A repeat whose first answer was lost gets 409: it has ended. */
async function cancelSession(world: World, { admin: { token } }: Company, id: number): Promise<void> {
  const { status } = await ask(world, 'POST', `/api/pump-sessions/${id}/cancel`, { token, json: {} });
  if (status !== 200 && !(world.disturbed && status === 409)) throw new Failure(`not cancelled: ${status}`);
}

interface Filling {
  company: Company;
  card: Card;
  litres: number;
  way: PumpWay;
  code: string;
}

/** The network asks, sells what it may, and says so; its list of sales has the same sale. */
async function sell(world: World, { company, card, litres, way, code }: Filling): Promise<void> {
  const { outside, truth } = world;
  truth.fillings += 1;
  const id = { request_id: `filling-${truth.fillings}` };
  const call = (name: string, json: object): Promise<PortalResponse> =>
    ask(world, 'POST', `/api/network/v1/${name}`, {
      headers: { [NETWORK_KEY_HEADER]: getInboundKey(card.partnerId) },
      json: { ...id, ...json },
    });
  const question = { code, station: STATION, goods: DIESEL, litres, sum: (litres * PRICE) / 100 };
  const granted = await call('authorise', question);
  if (granted.status !== 200) throw new Failure(`a pump is answered ${JSON.stringify(granted.body)}`);
  const allowed = Math.floor(
    Math.min(granted.data.most_litres, (granted.data.most_sum * 100) / PRICE, litres),
  );
  if (!granted.data.approved || allowed < 1 || way === 'unfilled') return;
  if (way === 'released') return void (await call('release', {}));
  const filled = way === 'short' ? Math.ceil(allowed / 2) : allowed;
  const sum = filled * PRICE;
  const there = outside.networks[card.partnerId].cards.get(card.number);
  if (there) there.balance -= sum;
  const delayMs = way === 'settlement-lost' ? LOST_MS : 0;
  const sale = recordSale(world, { company, card, sum, refundOf: null, delayMs, externalId: id.request_id });
  const settle = { litres: filled, sum: sum / 100, at: sale.soldAt.toISOString() };
  for (const time of way === 'settlement-lost' ? [] : way === 'settled-twice' ? [1, 2] : [1]) {
    const { status, data } = await call('settle', settle);
    if (status !== 200 || data.state !== 'settled')
      throw new Failure(`settlement ${time} of a filling is answered ${status} ${JSON.stringify(data)}`);
  }
  reportSale(world, sale);
}
