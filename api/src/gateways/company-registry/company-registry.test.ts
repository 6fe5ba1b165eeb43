import { afterEach, describe, expect, test } from 'vitest';
import { innProblem } from '#contract/values/inn.ts';
import { manualClock } from '../../lib/clock.ts';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { RegistryUnavailable } from './company-registry.ts';
import { dadataRegistry } from './dadata-registry.ts';
import { DEMONSTRATION_COMPANIES, INN_OF_REGISTRY_FAILURE } from './demonstration-companies.ts';
import { embeddedRegistry } from './embedded-registry.ts';

describe('the embedded registry', () => {
  const registry = embeddedRegistry({ delayMs: 0 });

  test('every demonstration company has numbers that a bank would accept', () => {
    for (const { inn, kpp, ogrn } of DEMONSTRATION_COMPANIES) {
      expect(innProblem(inn), inn).toBeNull();
      expect(ogrn).toMatch(inn.length === 10 ? /^1\d{12}$/ : /^3\d{14}$/);
      const divisor = ogrn.length === 13 ? 11n : 13n;
      expect((BigInt(ogrn.slice(0, -1)) % divisor) % 10n).toBe(BigInt(ogrn.slice(-1)));
      if (inn.length === 10) expect(kpp).toMatch(/^\d{4}01001$/);
      else expect(kpp).toBeNull();
    }
    expect(new Set(DEMONSTRATION_COMPANIES.map(({ inn }) => inn)).size).toBe(DEMONSTRATION_COMPANIES.length);
  });

  test('the free company and the free sole trader are found', async () => {
    expect(await registry.find('5047123455')).toMatchObject({
      legalForm: 'ООО',
      kpp: '504701001',
      state: 'active',
    });
    expect(await registry.find('500100732259')).toMatchObject({
      legalForm: 'ИП',
      kpp: null,
      state: 'active',
    });
  });

  test('one that is liquidated is known as such', async () => {
    expect(await registry.find('5257031602')).toMatchObject({ state: 'liquidated' });
  });

  test('region 00 makes the same company each time: an ООО of 10 digits, an ИП of 12', async () => {
    const company = await registry.find('0000000018');
    expect(company).toMatchObject({ inn: '0000000018', legalForm: 'ООО', state: 'active' });
    expect(company?.title).toMatch(/^ООО «.+»$/);
    expect(company?.phones).toEqual(['79001000001']);
    expect(await registry.find('0000000018')).toEqual(company);
    const trader = await registry.find('001234567887');
    expect(innProblem('001234567887')).toBeNull();
    expect(trader).toMatchObject({ legalForm: 'ИП', kpp: null });
  });

  test('region 00 with wrong control digits, and every other INN, belongs to no company', async () => {
    expect(await registry.find('0000000019')).toBeNull();
    expect(await registry.find('0000000000')).toBeNull();
    expect(await registry.find('7707083893')).toBeNull();
  });

  test('its failure can be shown', async () => {
    expect(innProblem(INN_OF_REGISTRY_FAILURE)).toBeNull();
    await expect(registry.find(INN_OF_REGISTRY_FAILURE)).rejects.toThrow(RegistryUnavailable);
  });
});

describe('DaData', () => {
  let server: WireServer | undefined;
  afterEach(async () => server?.stop());

  const clock = manualClock('2026-11-21T09:00:00Z');
  const legal = {
    value: 'ООО "РОМАШКА"',
    data: {
      inn: '5047123455',
      kpp: '504701001',
      ogrn: '1125047123451',
      type: 'LEGAL',
      name: { short_with_opf: 'ООО "РОМАШКА"', full_with_opf: 'ОБЩЕСТВО …', short: 'РОМАШКА' },
      fio: null,
      opf: { code: '12300', short: 'ООО' },
      management: { name: 'Иванов Иван Иванович', post: 'ДИРЕКТОР' },
      address: {
        value: 'г Химки …',
        data: { city: 'Химки', street: 'Ленинградская', house: '12', block_type: 'к', block: '2' },
      },
      state: { status: 'ACTIVE', liquidation_date: null },
      phones: [{ value: '+7 916 123-45-67' }, { value: 'доб. 12' }],
    },
  };

  async function fakeRegistry(reply: WireReply | (() => WireReply), timeLimitMs?: number) {
    server = await serveWire(typeof reply === 'function' ? reply : () => reply);
    return dadataRegistry({ clock, apiKey: 'key', baseUrl: server.url, timeLimitMs });
  }

  test('a legal entity is read into our words, and the wire is the documented one', async () => {
    const registry = await fakeRegistry({ body: { suggestions: [legal] } });
    expect(await registry.find('5047123455')).toEqual({
      inn: '5047123455',
      kpp: '504701001',
      ogrn: '1125047123451',
      title: 'ООО "РОМАШКА"',
      legalForm: 'ООО',
      director: 'Иванов Иван Иванович',
      address: { city: 'Химки', street: 'Ленинградская', house: '12 к 2' },
      state: 'active',
      phones: ['79161234567'],
    });
    expect(server!.requests[0]).toMatchObject({
      method: 'POST',
      path: '/suggestions/api/4_1/rs/findById/party',
      headers: { authorization: 'Token key', 'content-type': 'application/json' },
      body: JSON.stringify({ query: '5047123455', branch_type: 'MAIN' }),
    });
  });

  test('a sole trader who registered again is not taken for an ended one', async () => {
    const data = {
      inn: '500100732259',
      ogrn: '304500116000157',
      type: 'INDIVIDUAL',
      name: { short_with_opf: 'ИП Иванов Иван Иванович' },
      fio: { surname: 'Иванов', name: 'Иван', patronymic: null },
      opf: { short: 'ИП' },
      management: null,
      address: null,
    };
    const ended = { value: 'ИП', data: { ...data, state: { status: 'LIQUIDATED' } } };
    const living = { value: 'ИП', data: { ...data, state: { status: 'ACTIVE' } } };
    const registry = await fakeRegistry({ body: { suggestions: [ended, living] } });
    expect(await registry.find('500100732259')).toMatchObject({
      kpp: null,
      state: 'active',
      director: 'Иванов Иван',
      address: { city: '', street: '', house: '' },
    });
  });

  test.each([
    ['LIQUIDATING', 'liquidating'],
    ['LIQUIDATED', 'liquidated'],
    ['BANKRUPT', 'bankrupt'],
    ['REORGANIZING', 'reorganizing'],
  ])('%s is not taken for active', async (status, state) => {
    const data = { ...legal.data, state: { status } };
    const registry = await fakeRegistry({ body: { suggestions: [{ ...legal, data }] } });
    expect(await registry.find('5047123455')).toMatchObject({ state });
  });

  test('an empty answer, or one about another company, means not found', async () => {
    const registry = await fakeRegistry({ body: { suggestions: [] } });
    expect(await registry.find('5047123455')).toBeNull();
    await server!.stop();
    const other = await fakeRegistry({ body: { suggestions: [legal] } });
    expect(await other.find('7804129078')).toBeNull();
  });

  test('the paid registry is called once a day for a company, sooner for an unknown one', async () => {
    let known = false;
    const registry = await fakeRegistry(() => ({ body: { suggestions: known ? [legal] : [] } }));
    expect(await registry.find('5047123455')).toBeNull();
    expect(await registry.find('5047123455')).toBeNull();
    expect(server!.requests).toHaveLength(1);
    known = true;
    clock.advanceSeconds(601);
    expect(await registry.find('5047123455')).not.toBeNull();
    clock.advanceSeconds(24 * 3600 - 1);
    await registry.find('5047123455');
    expect(server!.requests).toHaveLength(2);
    clock.advanceSeconds(2);
    await registry.find('5047123455');
    expect(server!.requests).toHaveLength(3);
  });

  test.each<[string, WireReply]>([
    ['a wrong key', { status: 401, body: {} }],
    ['a used-up quota', { status: 403, body: {} }],
    ['too many questions', { status: 429, body: {} }],
    ['a server error', { status: 500, body: '<html>' }],
    ['nonsense', { body: { suggestions: [{ value: 'x' }] } }],
    ['no JSON', { body: '<html>' }],
    ['silence', 'silence'],
    ['a broken connection', 'break'],
  ])('%s is not taken for «no such company», and is not remembered', async (_, reply) => {
    let broken = true;
    const registry = await fakeRegistry(
      () => (broken ? reply : { body: { suggestions: [legal] } }),
      // Long enough for the answer that follows, on any machine.
      reply === 'silence' ? 3000 : undefined,
    );
    await expect(registry.find('5047123455')).rejects.toThrow(RegistryUnavailable);
    broken = false;
    expect(await registry.find('5047123455')).not.toBeNull();
  });
});
