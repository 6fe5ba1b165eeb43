import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RULE_KINDS, type RuleKind } from '#contract/fleet/rule-values.ts';
import { mintCompanyScope } from '../../../../db/company-scope.ts';
import { rows } from '../../../../db/database.ts';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { pickRules } from '../../../../testing/givens/given-fleet.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { prepareStations } from '../../../programme/stations/prepare-stations.ts';
import { writeSaleAddress } from '../../../programme/stations/write-sale-address.ts';
import { judgeSale } from '../../declines/judge-sale.ts';
import { readDriverRules } from '../../driver-links/read-driver-rules.ts';

const RUNS = 15;
const SEED = 97;
const HOUR = 3600;

interface PricedStation {
  id: number;
  address: string;
  region: string;
  price: number;
}

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let stations: PricedStation[];

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_000_00 });
  const { token } = company.admin;
  const truck = { plate: 'А123ВС77', tank_litres: 400, card_ids: [card.id] };
  await api.post('/api/vehicles', { token, json: truck });
  await prepareStations(api.ctx);
  stations = await rows(
    api.ctx.db.system,
    sql<PricedStation>`
      select distinct on (region) id, region, ${writeSaleAddress()} as address, price_dt_kopecks as price from station
      where price_dt_kopecks is not null order by region, id limit 2`,
  );
});
afterAll(() => api.stop());

function checkPurchase(station: PricedStation, litres: number) {
  const centilitres = Math.round(litres * 100);
  return judgeSale(api.ctx, {
    kind: 'sale',
    externalId: 'asked',
    cardNumber: card.number,
    goodsId: 301,
    goodsTitle: 'ДТ',
    centilitres,
    unitPriceKopecks: station.price,
    sumKopecks: Math.round((station.price * centilitres) / 100),
    address: station.address,
    soldAt: api.clock.now(),
  } as never);
}

async function wouldPass(station: PricedStation, litres: number): Promise<string[]> {
  const json = { station_id: station.id, goods_id: 301, litres };
  const { body } = await api.post(`/api/card/${card.id}/would-pass`, { token: company.admin.token, json });
  const reasons = body.data.reasons as { rule: string; sentence: string }[];
  return reasons.filter(({ rule }) => RULE_KINDS.includes(rule as RuleKind)).map(({ sentence }) => sentence);
}

async function readDriverPage() {
  const scope = mintCompanyScope(company.id);
  const shown = await readCard(api.ctx, scope, card.id);
  return api.ctx.db.inCompany(scope, (tx) =>
    readDriverRules(tx, scope, { card: shown, at: api.clock.now() }),
  );
}

test('what the check before a trip and the driver’s page say is enforced at the pump', async () => {
  const random = seededRandom(SEED);
  const { token } = company.admin;
  const seen = { refused: 0, passed: 0, closed: 0, left: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    api.clock.advanceSeconds(random.whole(1, 9) * HOUR);
    for (const [path, layer] of [
      ['/api/rules/profile', 'profile'],
      [`/api/card/${card.id}/rules`, 'card'],
    ] as const) {
      const json = { rules: pickRules(layer, { random, stations }) };
      expect((await api.put(path, { token, json })).status).toBe(200);
    }
    const [station, litres] = [random.pick(stations), random.pick([30, 120, 260.5, 450])];
    const input = await wouldPass(station, litres);
    const enforced = await checkPurchase(station, litres);
    expect([run, enforced?.reason]).toEqual([run, input[0]]);
    seen[enforced ? 'refused' : 'passed'] += 1;
    const { closedBy, left } = await readDriverPage();
    if (closedBy !== null) {
      seen.closed += 1;
      expect(await wouldPass(station, 0.01)).toContain(closedBy.sentence);
    }
    for (const item of left.filter(({ measure }) => measure === 'litres')) {
      seen.left += 1;
      const withRefusals = (reasons: string[]) =>
        reasons.filter((sentence) => new RegExp(`до [\\d\\s,]+ л в (сутки|неделю)`).test(sentence)).length;
      const least = Math.min(...left.filter(({ measure }) => measure === 'litres').map((each) => each.left));
      if (item.left > 0 && item.left === least)
        expect(withRefusals(await wouldPass(station, item.left / 100))).toBe(0);
      expect(withRefusals(await wouldPass(station, item.left / 100 + 0.01))).toBeGreaterThan(0);
    }
    // A purchase counts for the next round.
    const json = { card_number: card.number, goods_id: 301, litres, unit_price: station.price / 100 };
    await api.post('/dev/fuel', { json: { ...json, address: station.address } });
  }
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
});
