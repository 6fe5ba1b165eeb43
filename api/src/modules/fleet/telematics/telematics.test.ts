import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '../../../db/database.ts';
import { TelematicsTokenRefused, TelematicsUnavailable } from '../../../gateways/telematics/telematics.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { bookSales } from '../../fuel/sales/book-sales.ts';
import type { NetworkSaleEvent } from '../../fuel/sales/sale-money.ts';
import { findSignals } from '../signals/find-signals.ts';
import { deleteOldPositions } from './positions.ts';
import { exchangeTelematics } from './exchange-telematics.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
let token: string;
let plate = '';
let serial = 0;

const SOLD_AT = new Date('2026-09-20T12:00:00+03:00');

const station = { address: 'АЗС 12, Тверская, Тверь, Шоссейная, 1', lat: 56.85, lon: 35.9 };

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await sql`
    insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available)
    values (${station.lat}, ${station.lon}, 'Тверская', 'Тверь', 'Шоссейная', '1', 'Лукойл', 'АЗС 12', 'own', false)`.execute(
    api.ctx.db.system,
  );
});
afterAll(() => api.stop());

/** A company with one truck, whose unit Wialon follows by a token of its own. */
beforeEach(async () => {
  serial += 1;
  api.clock.setTo('2026-09-20T12:10:00+03:00');
  company = await givenCompany(api);
  ({ token } = company.admin);
  card = await givenCard(api, company.id, { balanceKopecks: 500_000_00 });
  plate = `А${100 + serial}ВС77`;
  await api.post('/api/vehicles', { token, json: { plate, tank_litres: 400, card_ids: [card.id] } });
  await sql`
    insert into embedded_wialon_unit (token, title) values (${`token-${serial}`}, ${`КамАЗ ${plate}`})`.execute(
    api.ctx.db.system,
  );
});

async function fuel(at = SOLD_AT): Promise<void> {
  const sale = {
    sequence: serial,
    kind: 'sale',
    externalId: `telematics-${serial}-${at.getTime()}`,
    cardNumber: card.number,
    goodsId: 1,
    goodsTitle: 'ДТ',
    centilitres: 30_000,
    unitPriceKopecks: 6500,
    sumKopecks: 19_500_00,
    address: station.address,
    soldAt: at,
  };
  await bookSales(api.ctx, card.partnerId, [sale as unknown as NetworkSaleEvent]);
}

async function recordPosition(km: number, at = SOLD_AT): Promise<void> {
  await sql`
    insert into embedded_wialon_message (unit_id, at, lat, lon)
    select id, ${at}::timestamptz, ${station.lat + km / 111}, ${station.lon} from embedded_wialon_unit
    where token = ${`token-${serial}`}`.execute(api.ctx.db.system);
}

const connect = () => api.post('/api/telematics', { token, json: { token: `token-${serial}` } });
const handOver = (hands_over: boolean) => api.put('/api/telematics', { token, json: { hands_over } });
const shown = async () => (await api.get('/api/telematics', { token })).body.data;
const apart = async () => {
  await findSignals(api.ctx);
  return (await api.get('/api/signals?rule=apart', { token })).body.data;
};
const registered = () =>
  rows(
    api.ctx.db.system,
    sql<{ litres: number; description: string }>`
      select litres, description from embedded_wialon_event
      where unit_id in (select id from embedded_wialon_unit where token = ${`token-${serial}`})`,
  );

describe('Wialon', () => {
  it('a connection is made by a token never shown again, and units match plates', async () => {
    const connected = await connect();
    expect(connected.status).toBe(200);
    expect(connected.body.data).toMatchObject({
      connection: { problem: null, hands_over_since: null },
      units: [{ vehicle: { plate }, unit: { title: `КамАЗ ${plate}` } }],
    });
    expect(JSON.stringify(await shown())).not.toContain(`token-${serial}`);
    const [stored] = await rows(
      api.ctx.db.system,
      sql<{ token_sealed: Buffer }>`select token_sealed from wialon_link where company_id = ${company.id}`,
    );
    expect(stored?.token_sealed.toString('latin1')).not.toContain('token');
    const other = await givenCompany(api);
    expect((await api.get('/api/telematics', { token: other.admin.token })).body.data.connection).toBeNull();
  });

  it('an unknown token of Wialon is refused, and the connection removed on request', async () => {
    const refused = await api.post('/api/telematics', { token, json: { token: 'no-such-token' } });
    expect(refused.status).toBe(400);
    expect((await api.delete('/api/telematics', { token })).status).toBe(404);
    await connect();
    expect((await api.delete('/api/telematics', { token })).body.data.connection).toBeNull();
    expect((await handOver(true)).status).toBe(404);
  });

  it('Wialon shows a card apart from its truck, with the distance and both times', async () => {
    await connect();
    await fuel();
    await recordPosition(62);
    expect(await apart()).toEqual([]);
    await exchangeTelematics(api.ctx);
    const [signal] = await apart();
    expect(signal).toMatchObject({ confidence: 97, vehicle: { plate } });
    expect(signal.evidence).toMatch(
      /^Машина в 12:00 МСК была в 62 км по прямой от АЗС, а заправили в 12:00 МСК$/,
    );
  });

  it('Wialon gives no signal of a truck that may have driven there', async () => {
    await connect();
    await fuel();
    await recordPosition(10, new Date(SOLD_AT.getTime() - 10 * 60_000));
    await exchangeTelematics(api.ctx);
    expect((await shown()).units[0].position_at).toBe('2026-09-20T08:50:00.000Z');
    expect(await apart()).toEqual([]);
  });

  it('Wialon gets each filling once, from the time of its connection', async () => {
    await connect();
    await fuel(new Date(SOLD_AT.getTime() - 3_600_000));
    await handOver(true);
    api.clock.setTo('2026-09-20T13:00:00+03:00');
    await fuel(new Date('2026-09-20T12:50:00+03:00'));
    for (let turn = 0; turn < 3; turn += 1) {
      await exchangeTelematics(api.ctx);
      api.clock.advanceSeconds(61);
    }
    expect(await registered()).toMatchObject([
      { litres: 300, description: expect.stringMatching(/^ДТ\. Магистраль/) },
    ]);
    expect((await shown()).fillings).toMatchObject([{ plate, litres: 300, state: 'done' }]);
  });

  it('Wialon gets nothing twice when it fell silent after it had registered', async () => {
    await connect();
    await handOver(true);
    api.clock.setTo('2026-09-20T13:00:00+03:00');
    await fuel(new Date('2026-09-20T12:50:00+03:00'));
    const silent: typeof api.ctx.telematics = {
      ...api.ctx.telematics,
      registerFilling: async (...input) => {
        await api.ctx.telematics.registerFilling(...input);
        throw new TelematicsUnavailable('no answer');
      },
    };
    await exchangeTelematics({ ...api.ctx, telematics: silent });
    expect(await shown()).toMatchObject({
      connection: { problem: 'Wialon не отвечает, спрашиваем снова' },
      fillings: [{ state: 'asked' }],
    });
    api.clock.advanceSeconds(61);
    await exchangeTelematics(api.ctx);
    expect(await registered()).toHaveLength(1);
    expect(await shown()).toMatchObject({ connection: { problem: null }, fillings: [{ state: 'done' }] });
  });

  it('another process exports to Wialon only at the next turn', async () => {
    await connect();
    await fuel(new Date('2026-09-20T11:40:00+03:00'));
    await fuel();
    let requested = 0;
    const slow: typeof api.ctx.telematics = {
      ...api.ctx.telematics,
      readPositions: () => {
        requested += 1;
        api.clock.advanceSeconds(40);
        return Promise.resolve([]);
      },
    };
    await exchangeTelematics({ ...api.ctx, telematics: slow });
    expect(requested).toBe(1);
    api.clock.advanceSeconds(61);
    await exchangeTelematics({ ...api.ctx, telematics: slow });
    expect(requested).toBe(2);
  });

  it('a filling is sent once, however long its calls take, also with a second process', async () => {
    await connect();
    await handOver(true);
    api.clock.setTo('2026-09-20T13:00:00+03:00');
    await fuel(new Date('2026-09-20T12:50:00+03:00'));
    const slow: typeof api.ctx.telematics = {
      ...api.ctx.telematics,
      readPositions: () => {
        api.clock.advanceSeconds(40);
        return Promise.resolve([]);
      },
      registerFilling: async (...input) => {
        api.clock.advanceSeconds(40);
        await exchangeTelematics(api.ctx);
        await api.ctx.telematics.registerFilling(...input);
      },
    };
    await exchangeTelematics({ ...api.ctx, telematics: slow });
    expect(await registered()).toHaveLength(1);
  });

  it('a process whose claim was taken over exports no filling to Wialon', async () => {
    await connect();
    await handOver(true);
    api.clock.setTo('2026-09-20T13:00:00+03:00');
    await fuel(new Date('2026-09-20T12:50:00+03:00'));
    const lost: typeof api.ctx.telematics = {
      ...api.ctx.telematics,
      readPositions: async () => {
        api.clock.advanceSeconds(70);
        await exchangeTelematics(api.ctx);
        return [];
      },
    };
    await exchangeTelematics({ ...api.ctx, telematics: lost });
    expect(await registered()).toHaveLength(1);
    expect((await shown()).connection.problem).toBeNull();
  });

  it('an old token replaced during a call does not end the connection', async () => {
    await connect();
    await fuel();
    const replaced: typeof api.ctx.telematics = {
      ...api.ctx.telematics,
      readPositions: async () => {
        api.clock.advanceSeconds(1);
        await connect();
        throw new TelematicsTokenRefused('the old one');
      },
    };
    await exchangeTelematics({ ...api.ctx, telematics: replaced });
    expect(await shown()).toMatchObject({ connection: { refused: false, problem: null } });
  });

  it('fillings claimed by a process that died are exported in the next turn', async () => {
    await connect();
    await handOver(true);
    api.clock.setTo('2026-09-20T13:00:00+03:00');
    await fuel(new Date('2026-09-20T12:50:00+03:00'));
    const dead: typeof api.ctx.telematics = {
      ...api.ctx.telematics,
      registerFilling: () => Promise.reject(new Error('the process died')),
    };
    await expect(exchangeTelematics({ ...api.ctx, telematics: dead })).rejects.toThrow('died');
    api.clock.advanceSeconds(61);
    await exchangeTelematics(api.ctx);
    expect(await registered()).toHaveLength(1);
  });
});

describe('a file of positions', () => {
  const send = (path: string, text: string) => {
    const multipart = new FormData();
    multipart.set('file', new Blob([text]), 'places.csv');
    return api.post(`/api/telematics/positions${path}`, { token, multipart });
  };

  it('a file is previewed line by line, then finds the card apart from its truck', async () => {
    await fuel();
    expect(await apart()).toEqual([]);
    const far = `${(station.lat + 0.5).toFixed(4)};${station.lon.toFixed(4)}`;
    const file = `Номер;Время;Широта;Долгота\n${plate};20.09.2026 11:58;${far}\nА999АА77;20.09.2026 11:58;${far}\n${plate};вчера;${far}\n${plate};2026-09-01 10:00;${far}\n${plate};2026-09-20 11:59;155;37`;
    const preview = await send('/preview', file);
    expect(preview.body.data).toMatchObject({ taken: 1, wrong_count: 4, sample: [{ plate }] });
    expect(preview.body.data.wrong.map((item: { line: number }) => item.line)).toEqual([3, 4, 5, 6]);
    expect((await shown()).units[0].position_at).toBeNull();
    expect((await send('', file)).body.data.taken).toBe(1);
    const [signal] = await apart();
    expect(signal.evidence).toContain('Машина в 11:58 МСК была в 56 км');
    expect(signal.confidence).toBe(93);
  });

  it('a file of positions may write an hour with one digit, as tables do', async () => {
    const file = `${plate};20.09.2026 9:05:30;55.1;37.1\n${plate};2026-09-20 9:06;55.1;37.1`;
    expect((await send('/preview', file)).body.data).toMatchObject({
      wrong: [],
      sample: [{ at: '2026-09-20T06:05:30.000Z' }, { at: '2026-09-20T06:06:00.000Z' }],
    });
  });

  it('a position of zeros is no place', async () => {
    const file = `${plate};20.09.2026 11:58;0;0.0`;
    expect((await send('/preview', file)).body.data).toMatchObject({
      taken: 0,
      wrong: [{ line: 1, problem: 'Широта и долгота указываются как 55.7558; 37.6173' }],
    });
  });

  it('a file of positions is refused when it is no table', async () => {
    expect((await send('/preview', 'no table')).status).toBe(400);
  });

  it('a previewed file is stored for seven days', async () => {
    await send('', `${plate};20.09.2026 11:58;55.1;37.1`);
    const day = (text: string) => new Date(`${text}T12:00:00+03:00`);
    await deleteOldPositions(api.ctx.db.system, day('2026-09-20'));
    expect((await shown()).units[0].position_at).toBeNull();
  });
});
