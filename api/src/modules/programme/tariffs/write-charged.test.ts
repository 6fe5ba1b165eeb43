import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenTariff, type TariffInput } from '../../../testing/givens/given-tariff.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api?.stop());

const BOUGHT_AT = '2026-09-15T12:00:00+03:00';
const PERCENT_5: TariffInput = { unit: 'percent', rate: 5, fee: 1 };

/** A client with a tariff of its own, and a truck that has bought 50 litres for 3 000,05 ₽ and given 10 of them back. */
async function givenPricedSale(tariff: TariffInput) {
  api.clock.setTo(BOUGHT_AT);
  const company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  const { token } = company.admin;
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  await givenTariff(api, staff, { company_id: company.id, ...tariff });
  const id = `priced-${card.id}`;
  await givenSales(api, card, [
    { id, sum: 3_000_05, litres: 50, at: BOUGHT_AT },
    { sum: 600_01, litres: 10, at: BOUGHT_AT, refund: true, refundOf: id },
  ]);
  const json = {
    plate: 'А123ВС77',
    brand: 'Volvo FH',
    tank_litres: 600,
    norm_litres_100km: 30,
    card_ids: [card.id],
  };
  const truck: number = (await api.post('/api/vehicles', { token, json })).body.data.id;
  return { company, token, truck };
}

// 5 % of 3 000,05 is 150,00, the fee of 1 % is 30,00; of what came back 30,00 and 6,00.
const CASES: [string, TariffInput, { bought: number; returned: number }][] = [
  ['a discount and a fee', { change: 'discount', ...PERCENT_5 }, { bought: 2880.05, returned: 576.01 }],
  ['a surcharge and a fee', { change: 'surcharge', ...PERCENT_5 }, { bought: 3180.05, returned: 636.01 }],
];

test.each(CASES)(
  'with %s, a truck’s month and fuel sheet count what the client is charged',
  async (_, tariff, sums) => {
    const { token, truck } = await givenPricedSale(tariff);
    const charged = expect.closeTo(sums.bought - sums.returned, 2);
    const { months } = (await api.get(`/api/vehicles/${truck}`, { token })).body.data;
    expect(months[0]).toMatchObject({ litres: 40, sum: charged });
    const sheet = await api.get(`/api/vehicles/${truck}/fuel-sheet?from=2026-09-15&to=2026-09-15`, { token });
    const { lines, totals } = sheet.body.data;
    expect(lines.map(({ sum }: { sum: number }) => sum)).toEqual([sums.bought, sums.returned]);
    expect(totals).toMatchObject({ litres: 40, sum: charged });
  },
);

test.each(CASES)(
  'with %s, a tariff’s preview begins at what is charged now',
  async (_, tariff, { bought }) => {
    const { company } = await givenPricedSale(tariff);
    api.clock.setTo('2026-10-10T12:00:00+03:00');
    const json = {
      company_id: company.id,
      first_day: '2026-10-11',
      change: 'discount',
      unit: 'percent',
      rate: 1,
    };
    const { data } = (await api.post('/staff/api/tariffs/preview', { token: staff.token, json })).body;
    expect(data.totals).toMatchObject({ sales: 1, sum: 3000.05, charged_now: bought });
  },
);
