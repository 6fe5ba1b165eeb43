import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../../db/database.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  arbitraryFleet,
  FLEET_HOURS,
  type ArbitraryAllowance,
  type ArbitraryFleet,
} from '../../../../testing/fleet/arbitrary-fleet.ts';
import { givenCard, givenCompany, type GivenCompany } from '../../../../testing/givens/factories.ts';
import { findRefusals, type ModelCard, type ModelPurchase } from '../../../../testing/fleet/fleet-model.ts';
import { twoStations } from '../../../../testing/givens/given-fleet.ts';
import { watchSales } from './watch-sales.ts';

/** `FLEETS=50` plays as many. */
const RUNS = Number(process.env.FLEETS ?? 6);
const MINUTES = 10 * 60_000;
const START_MS = new Date('2026-09-10T03:00:00Z').getTime();
const HOUR = 3_600_000;
const HALF = START_MS + (FLEET_HOURS / 2) * HOUR;
const KOPECKS_A_LITRE = 7000;

let api: TestApi;
let stations: ModelPurchase['station'][];
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  stations = await twoStations(api);
});
afterAll(() => api?.stop());

/** A fleet as a company of the portal has it, from its beginning. Ids of the cards. */
async function givenArbitraryFleet(
  fleet: ArbitraryFleet,
): Promise<{ company: GivenCompany; cards: number[] }> {
  api.clock.setTo(new Date(START_MS).toISOString());
  const company = await givenCompany(api);
  const { token } = company.admin;
  const sent = async (how: 'post' | 'put', path: string, json: object): Promise<number> => {
    const { status, body } = await api[how](path, { token, json });
    expect([path, status, body.error_messages]).toEqual([path, 200, body.error_messages]);
    return body.data.id;
  };
  const groups: number[] = [];
  for (const rules of fleet.groups) {
    const group = await sent('post', '/api/vehicle-groups', { title: `Колонна ${groups.length}` });
    await sent('put', `/api/rules/groups/${group}`, { rules });
    groups.push(group);
  }
  const cards: number[] = [];
  const moves: [card: number, truck: number][] = [];
  for (const { group, tanks, rules } of fleet.cards) {
    const { id } = await givenCard(api, company.id);
    const truck = (time: number) => ({
      plate: `А${100 + cards.length * 2 + time}ВС77`,
      tank_litres: tanks[time],
      group_id: group === null ? null : groups[group],
      card_ids: time === 0 ? [id] : [],
    });
    await sent('post', '/api/vehicles', truck(0));
    moves.push([id, await sent('post', '/api/vehicles', truck(1))]);
    await sent('put', `/api/card/${id}/rules`, { rules });
    cards.push(id);
  }
  await sent('put', '/api/rules/profile', { rules: fleet.profile });
  api.clock.setTo(new Date(HALF).toISOString());
  for (const [card, truck] of moves) await sent('put', `/api/card/${card}/vehicle`, { vehicle_id: truck });
  for (const [place, { allowances, openings }] of fleet.cards.entries()) {
    for (const allowance of allowances) await allow(company, cards[place]!, allowance);
    for (const { hours, minutes } of openings)
      await sql`
        insert into card_opening (company_id, card_id, opened_at, until)
        values (${company.id}, ${cards[place]}, ${new Date(START_MS + hours * HOUR)}, ${new Date(START_MS + hours * HOUR + minutes * 60_000)})`.execute(
        api.ctx.db.system,
      );
  }
  return { company, cards };
}

/** Returns by how much limits are raised. An allowed exception has it for each kind that counts. */
function toRaises({ kinds, litres }: ArbitraryAllowance): Record<string, number> {
  const counting = kinds.filter((kind) => /^(litres|sum)_(day|week)$/.test(kind));
  return Object.fromEntries(
    counting.map((kind) => [kind, kind.startsWith('sum') ? litres * KOPECKS_A_LITRE : litres * 100]),
  );
}

async function allow(company: GivenCompany, card: number, input: ArbitraryAllowance): Promise<void> {
  const from = new Date(START_MS + input.hours * HOUR);
  const until = new Date(from.getTime() + input.lastsHours * HOUR);
  await sql`
    insert into rule_exception (company_id, card_id, state, reason, rules, asks, raises, centilitres, sum_kopecks, asked_at,
      asked_by, due_at, verdict_at, verdict_by, until)
    values (${company.id}, ${card}, 'approved', 'Рейс', ${input.kinds}::text[], '', ${JSON.stringify(toRaises(input))}::jsonb,
      ${input.litres * 100}, ${input.litres * KOPECKS_A_LITRE}, ${from}, ${company.admin.id}, ${from}, ${from},
      ${company.admin.id}, ${until})`.execute(api.ctx.db.system);
}

/** Writes the sales as their feed does, and has them checked in batches of `max`. Returns the outcome without ids. */
async function sweep(fleet: ArbitraryFleet, max: number) {
  const { company, cards } = await givenArbitraryFleet(fleet);
  const { system } = api.ctx.db;
  const numbers = new Map<number, number>();
  let at = START_MS;
  for (const [number, sale] of fleet.sales.entries()) {
    at += sale.minutes * 60_000;
    serial += 1;
    const { id } = await getOnlyRow(
      system,
      sql<{ id: number }>`
        insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id,
          goods_title, centilitres, unit_price_kopecks, address, sold_at, created_at)
        values (${company.id}, ${cards[sale.card]}, 2, ${sale.kind === 'refund' ? 10 : 11}, ${sale.kind === 'failed' ? 3 : 1},
          ${Math.round(sale.litres * KOPECKS_A_LITRE)}, ${`swept-${serial}`}, ${sale.goodsId}, 'ДТ', ${Math.round(sale.litres * 100)},
          ${KOPECKS_A_LITRE}, ${stations[sale.station]?.address}, ${new Date(at)}, ${new Date(at)}) returning id`,
    );
    numbers.set(id, number);
  }
  const left = sql<{ left: number }>`select count(*)::int as left from rule_sale`;
  while ((await getOnlyRow(system, left)).left > 0) await watchSales(api.ctx, max);
  const breaches = await rows(
    system,
    sql<{ operation_id: number; kind: string; sentence: string }>`
      select operation_id, kind, sentence from rule_breach where company_id = ${company.id} order by operation_id, kind`,
  );
  const exceptions = await rows(
    system,
    sql<{ state: string }>`select state from rule_exception where company_id = ${company.id} order by id`,
  );
  return {
    breaches: breaches.map(({ operation_id: id, ...one }) => ({ sale: numbers.get(id), ...one })),
    exceptions: exceptions.map(({ state }) => state),
  };
}

/** Returns the breaches of each sale in turn by the model of a fleet. */
function breachesByModel({ profile, groups, cards, sales }: ArbitraryFleet) {
  const models = cards.map(({ group, rules, allowances, openings }): ModelCard => ({
    partnerId: 2,
    tankLitres: 0,
    layers: [rules, group === null ? [] : groups[group]!, profile],
    bought: [],
    openings: openings.map(({ hours, minutes }) => {
      const from = START_MS + hours * HOUR;
      return { from, until: from + minutes * 60_000 };
    }),
    allowed: allowances.map((allowance) => {
      const from = START_MS + allowance.hours * HOUR;
      const until = from + allowance.lastsHours * HOUR;
      return {
        from,
        until,
        kinds: allowance.kinds,
        centilitres: allowance.litres * 100,
        lacking: toRaises(allowance),
      };
    }),
  }));
  let at = START_MS;
  return sales.flatMap(({ card, minutes, goodsId, litres, station, kind }, sale) => {
    at += minutes * 60_000;
    if (kind === 'failed') return [];
    const model = models[card]!;
    const input = {
      id: `sale-${sale}`,
      at,
      goodsId,
      price: KOPECKS_A_LITRE,
      centilitres: Math.round(litres * 100),
      sum: Math.round(litres * KOPECKS_A_LITRE),
      station: stations[station]!,
    };
    const tank = cards[card]!.tanks[at < HALF ? 0 : 1];
    const refusals = findRefusals({ ...model, tankLitres: tank ?? Infinity }, input);
    model.bought.push(input);
    return refusals.map((refusal) => ({ sale, kind: refusal.kind }));
  });
}

const inOrder = (all: readonly { sale?: number | undefined; kind: string }[]) =>
  all.map(({ sale, kind }) => `${sale} ${kind}`).toSorted();

test(
  'a page of sales is judged as the model of a fleet judges them one by one',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryFleet(stations, ['purchase', 'purchase', 'purchase', 'failed']),
        async (fleet) => {
          const { breaches } = await sweep(fleet, 1000);
          expect(inOrder(breaches)).toEqual(inOrder(breachesByModel(fleet)));
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  MINUTES,
);

test(
  'sales are judged the same together and one by one, refunds among them',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryFleet(stations, ['purchase', 'purchase', 'purchase', 'refund', 'failed']),
        async (fleet) => {
          const whole = await sweep(fleet, 1000);
          expect(await sweep(fleet, 1)).toEqual(whole);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  MINUTES,
);
