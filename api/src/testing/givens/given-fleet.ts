import { expect } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { rows } from '../../db/database.ts';
import { sql } from 'kysely';
import type { SeededRandom } from '../../lib/seeded-random.ts';
import { prepareStations } from '../../modules/programme/stations/prepare-stations.ts';
import { writeSaleAddress } from '../../modules/programme/stations/write-sale-address.ts';
import type { TestApi } from '../api.ts';
import { givenCard, givenCompany, givenPerson, type GivenCard, type GivenCompany } from './factories.ts';
import type { ModelCard, ModelRule, ModelStation } from '../fleet/fleet-model.ts';
import type { ModelDuty } from '../fleet/fleet-turns.ts';

const TRUCKS = 40;
const GROUPS = 3;
const NETWORKS = [PARTNER.rn, PARTNER.gpn, PARTNER.third];
const TANKS = [200, 400, 600];
const MONEY_KOPECKS = 5_000_000_00;

export interface FleetTruck {
  card: GivenCard;
  driverId: number;
  group: number;
  model: ModelCard;
}

export interface GivenFleet {
  company: GivenCompany;
  trucks: FleetTruck[];
  /** Ids of the groups of trucks. */
  groups: number[];
  stations: ModelStation[];
  /** Approvers of the drivers of each group. */
  duties: ModelDuty[];
}

/** Forty trucks, each with a card, a driver and a group; no rules yet. */
export async function givenFleet(api: TestApi, random: SeededRandom): Promise<GivenFleet> {
  const company = await givenCompany(api);
  const { token } = company.admin;
  const made = async (path: string, json: object): Promise<number> => {
    const { status, body } = await api.post(path, { token, json });
    expect([path, status, body.message]).toEqual([path, 200, body.message]);
    return body.data.id;
  };
  const groups: number[] = [];
  for (let group = 0; group < GROUPS; group += 1)
    groups.push(await made('/api/vehicle-groups', { title: `Колонна ${group + 1}` }));
  const trucks: FleetTruck[] = [];
  for (let index = 0; index < TRUCKS; index += 1) {
    const partnerId = random.pick(NETWORKS);
    const card = await givenCard(api, company.id, { partnerId, balanceKopecks: MONEY_KOPECKS });
    const driverId = await made('/api/drivers', { surname: 'Волков', name: 'Пётр' });
    await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token });
    const [group, tankLitres] = [index % GROUPS, random.pick(TANKS)];
    await made('/api/vehicles', {
      plate: `А${100 + index}ВС77`,
      tank_litres: tankLitres,
      group_id: groups[group],
      card_ids: [card.id],
    });
    const nothing = { bought: [], openings: [], allowed: [] };
    trucks.push({
      card,
      driverId,
      group,
      model: { partnerId, tankLitres, layers: [[], [], []], ...nothing },
    });
  }
  const duties = await nameDuties(api, company, groups);
  return { company, trucks, groups, duties, stations: await twoStations(api) };
}

/** The first group has a person on duty and a second one, all others only the company's. */
async function nameDuties(api: TestApi, company: GivenCompany, groups: number[]): Promise<ModelDuty[]> {
  const { id: companyId, admin } = company;
  const [one, two, three] = [
    await givenPerson(api, { companyId, role: 'manager' }),
    await givenPerson(api, { companyId, role: 'manager' }),
    await givenPerson(api, { companyId, role: 'manager' }),
  ];
  const ofGroup = { first: one.id, second: two.id, minutes: 20, admin: admin.id };
  const groupDuty = { first: three.id, second: null, minutes: 45, admin: admin.id };
  for (const [groupId, { first, second, minutes }] of [
    [groups[0], ofGroup],
    [null, groupDuty],
  ] as const) {
    const json = { group_id: groupId, first_id: first, second_id: second, due_minutes: minutes };
    const { status, body } = await api.put('/api/exceptions/duty', { token: admin.token, json });
    expect([status, body.message]).toEqual([200, body.message]);
  }
  return groups.map((_, index) => (index === 0 ? ofGroup : groupDuty));
}

/** Returns two stations in different regions. */
export async function twoStations(api: TestApi): Promise<ModelStation[]> {
  await prepareStations(api.ctx);
  const all = await rows(
    api.ctx.db.system,
    sql<{ region: string; address: string; price: number | null }>`
      select region, ${writeSaleAddress()} as address, price_dt_kopecks as price from station order by region, id`,
  );
  const regions = [...new Set(all.map(({ region }) => region))].slice(0, 2);
  const found = regions.map((region) => {
    const own = all.filter((item) => item.region === region);
    const prices = own.flatMap(({ price }) => price ?? []);
    const mean = Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length);
    return { region, address: own[0]?.address ?? '', mean };
  });
  expect(found).toHaveLength(2);
  return found;
}

/** Picks rules for one layer; a wider layer gets more of them. */
export function pickRules(
  layer: 'profile' | 'group' | 'card',
  { random, stations }: { random: SeededRandom; stations: readonly Omit<ModelStation, 'mean'>[] },
): ModelRule[] {
  const all: ModelRule[] = [
    { kind: 'litres_filling', value: random.pick(['tank', 150, 300]) },
    { kind: 'litres_day', value: random.pick([250, 400.5, 700]) },
    { kind: 'litres_week', value: random.pick([1200, 2500]) },
    { kind: 'sum_day', value: random.pick([20_000, 40_000.5]) },
    { kind: 'fillings_day', value: random.whole(1, 3) },
    { kind: 'hours', value: makeHours(random) },
    { kind: 'goods', value: random.pick([[301], [301, 302, 303], [301, 402]]) },
    {
      kind: 'networks',
      value: random.pick([
        [1, 2, 3],
        [2, 3],
        [1, 2],
      ]),
    },
    { kind: 'regions', value: stations.slice(0, random.whole(1, 2)).map(({ region }) => region) },
    { kind: 'stations', value: stations.map(({ address }) => address) },
    { kind: 'price', value: random.pick([0, 5]) },
    { kind: 'on_request', value: random.pick([10, 30]) },
  ];
  const probability = { profile: 0.2, group: 0.2, card: 0.12 }[layer];
  return all
    .filter(({ kind }) => (kind === 'on_request' && layer === 'profile' ? false : random.chance(probability)))
    .map((rule) => (layer !== 'profile' && random.chance(0.2) ? { ...rule, value: null } : rule));
}

function makeHours(random: SeededRandom): object {
  const days = random.chance(0.5) ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5, 6];
  return { days, from: random.pick(['05:00', '07:00']), to: random.pick(['20:00', '23:00']) };
}
