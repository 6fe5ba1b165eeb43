import { NETWORK_KEY_HEADER } from '#contract/fuel/authorisations.ts';
import { CARD_STATUS, type FirstPartnerId } from '#contract/ids.ts';
import { ask, retryUntilAnswered, type PortalResponse } from '../ask.ts';
import { getInboundKey } from '../portal.ts';
import { PUMP_PRICE } from '../purchase-terms.ts';
import { recordSale, reportSale, STATION } from './station.ts';
import type { PumpWay } from '../step.ts';
import { total, type Card, type Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

const DIESEL = 301;
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
  const { truth } = world;
  truth.fillings += 1;
  const id = { request_id: `filling-${truth.fillings}` };
  const call: NetworkCall = (name, json) =>
    ask(world, 'POST', `/api/network/v1/${name}`, {
      headers: { [NETWORK_KEY_HEADER]: getInboundKey(card.partnerId) },
      json: { ...id, ...json },
    });
  if (way === 'settled-early') await settleEarly(world, { company, card, sum: litres * PUMP_PRICE, call });
  const question = { code, station: STATION, goods: DIESEL, litres, sum: (litres * PUMP_PRICE) / 100 };
  const granted = await call('authorise', question);
  if (granted.status !== 200) throw new Failure(`a pump is answered ${JSON.stringify(granted.body)}`);
  const allowed = Math.floor(
    Math.min(granted.data.most_litres, (granted.data.most_sum * 100) / PUMP_PRICE, litres),
  );
  // What was filled already is approved as it is, without a hold.
  if (way === 'settled-early') return;
  if (granted.data.most_sum * 100 > getMaxAtNetwork(company, card.partnerId))
    throw new Failure(
      `a pump may sell for ${granted.data.most_sum}, more than the company has at the network`,
    );
  if (!granted.data.approved || allowed < 1 || way === 'unfilled') return;
  if (way === 'released') return void (await call('release', {}));
  const filled = way === 'short' ? Math.ceil(allowed / 2) : allowed;
  const sum = filled * PUMP_PRICE;
  takeFromCard(world, card, sum);
  const delayMs = way === 'settlement-lost' ? LOST_MS : 0;
  const sale = recordSale(world, {
    company,
    card,
    sum,
    refundedSale: null,
    delayMs,
    externalId: id.request_id,
  });
  const settle = { litres: filled, sum: sum / 100, at: sale.soldAt.toISOString() };
  for (const time of way === 'settlement-lost' ? [] : way === 'settled-twice' ? [1, 2] : [1]) {
    const { status, data } = await call('settle', settle);
    if (status !== 200 || data.state !== 'settled')
      throw new Failure(`settlement ${time} of a filling is answered ${status} ${JSON.stringify(data)}`);
  }
  reportSale(world, sale);
}

type NetworkCall = (name: string, json: object) => Promise<PortalResponse>;

/** The station was offline: it has sold by the card's own balance, and its report overtakes the question. */
async function settleEarly(
  world: World,
  { company, card, sum, call }: { company: Company; card: Card; sum: number; call: NetworkCall },
): Promise<void> {
  takeFromCard(world, card, sum);
  const externalId = `filling-${world.truth.fillings}`;
  const sale = recordSale(world, { company, card, sum, refundedSale: null, delayMs: 0, externalId });
  const settle = { litres: sum / PUMP_PRICE, sum: sum / 100, at: sale.soldAt.toISOString() };
  const { status, data } = await call('settle', settle);
  if (status !== 200 || data.state !== 'waiting')
    throw new Failure(`a settlement before its question is answered ${status} ${JSON.stringify(data)}`);
  reportSale(world, sale);
}

function takeFromCard({ outside }: World, card: Card, sum: number): void {
  const there = outside.networks[card.partnerId].cards.get(card.number);
  if (there) there.balance -= sum;
}

/** Kopecks that a company can have at a network before any fuel is taken off. */
function getMaxAtNetwork({ distributed, revoked, movements }: Company, partnerId: FirstPartnerId): number {
  const moved = movements.filter(
    ({ card, toCard, done }) => card.partnerId === partnerId && (toCard ? done !== false : done),
  );
  return (
    distributed[partnerId] - revoked[partnerId] + total(moved.map(({ toCard, sum }) => (toCard ? sum : -sum)))
  );
}
