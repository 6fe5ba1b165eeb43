import { afterEach, describe, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { NetworkUnavailable, type NetworkCommand } from './fuel-network.ts';
import { httpFuelNetwork } from './http-fuel-network.ts';

const requestId = '6f1ed002-ab59-4b8f-9f4a-0d9a3a1c2b3d';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

async function fakeNetworkServer(reply: WireReply) {
  const limit = reply === 'silence' ? { timeLimitMs: 150 } : {};
  server = await serveWire(() => reply);
  return httpFuelNetwork({ partnerId: 2, baseUrl: `${server.url}/networks/2`, apiKey: 'key', ...limit });
}

describe('the adapter of a fuel network', () => {
  test('the key is sent in a header, and nowhere else', async () => {
    const network = await fakeNetworkServer({ body: { state: 'accepted' } });
    expect(await network.send({ requestId, kind: 'block', cardNumber: '7005800000000001' })).toEqual({
      state: 'accepted',
    });
    const [request] = server!.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/networks/2/commands',
      headers: { 'x-api-key': 'key' },
    });
    expect(JSON.parse(request!.body)).toEqual({ requestId, kind: 'block', cardNumber: '7005800000000001' });
  });

  test.each<[string, WireReply]>([
    ['silence', 'silence'],
    ['a broken connection', 'break'],
    ['an error of the network', { status: 500, body: { error: 'x' } }],
    ['a gateway’s page', { status: 502, body: '<html>' }],
    ['a refused key', { status: 401, body: { error: 'x' } }],
    ['too many questions', { status: 429, body: {} }],
    ['no JSON', { body: 'done' }],
    ['a state that nobody knows', { body: { state: 'maybe' } }],
    ['a refusal without a reason', { body: { state: 'refused' } }],
  ])('%s never becomes an answer: the state is unknown', async (_, reply) => {
    const network = await fakeNetworkServer(reply);
    const send = network.send({ requestId, kind: 'block', cardNumber: '7005800000000001' });
    await expect(send).rejects.toThrow(NetworkUnavailable);
  });

  test('a network that is not there is unavailable', async () => {
    const network = httpFuelNetwork({
      partnerId: 1,
      baseUrl: 'http://127.0.0.1:9/networks/1',
      apiKey: 'key',
    });
    await expect(network.cardStates()).rejects.toThrow(NetworkUnavailable);
  });

  test('one unreadable event hides no other, and its text is passed on to a person', async () => {
    const answer = { sequence: 2, kind: 'answer', requestId, state: 'done' };
    const events = [
      { sequence: 1, kind: 'sale', externalId: 'S-1' },
      answer,
      'x',
      { ...answer, state: 'accepted' },
    ];
    const network = await fakeNetworkServer({ body: { events, next: 4 } });
    const page = await network.events(0, 4);
    expect(page).toMatchObject({ events: [answer], next: 4, more: true });
    expect(page.unreadable.map(({ key }) => key)).toEqual([
      'S-1',
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    expect(page.unreadable[0]?.text).toBe(JSON.stringify(events[0]));
  });

  test('a sale of 1970, from a clock that was never set, is reported as unreadable', async () => {
    const sale = {
      sequence: 1,
      kind: 'sale',
      externalId: 'S-1',
      cardNumber: '7005800000000001',
      goodsId: 301,
      goodsTitle: 'ДТ',
      centilitres: 10_000,
      unitPriceKopecks: 60_00,
      sumKopecks: 6000_00,
      address: 'АЗС 1',
      soldAt: '2026-09-15T12:00:00+03:00',
    };
    const events = [
      { ...sale, externalId: 'S-2', soldAt: '1970-01-01T00:00:00Z' },
      { ...sale, externalId: 'S-3', soldAt: '2018-12-31T23:59:59+03:00' },
      sale,
    ];
    const network = await fakeNetworkServer({ body: { events, next: 1 } });
    const page = await network.events(0, 10);
    expect(page.events).toMatchObject([{ externalId: 'S-1' }]);
    expect(page.unreadable.map(({ key }) => key)).toEqual(['S-2', 'S-3']);
  });

  test('one unreadable card hides no other', async () => {
    const state = {
      cardNumber: '7005800000000001',
      isVirtual: false,
      balanceKopecks: 5,
      goodsIds: [],
      limit: null,
    };
    const cards = [{ ...state, status: 9 }, 'x', { ...state, cardNumber: '7005800000000002', status: 1 }];
    const network = await fakeNetworkServer({ body: { cards } });
    expect(await network.cardStates()).toEqual([cards[2]]);
  });

  test('a network that knows no pages of cards lists all of them as the last page', async () => {
    const state = { isVirtual: false, status: 1, balanceKopecks: 5, goodsIds: [], limit: null };
    const cards = ['7005800000000001', '7005800000000002'].map((cardNumber) => ({ ...state, cardNumber }));
    const network = await fakeNetworkServer({ body: { cards } });
    expect(await network.cardPage(null)).toEqual({ cards, next: null, calls: 1 });
    expect(await network.cardsNamed(['7005800000000002', '7'])).toEqual({ cards: [cards[1]], calls: 1 });
  });

  test('a list of cards that leads nowhere counts as an unavailable network', async () => {
    const network = await fakeNetworkServer({ body: { cards: [], next: '7' } });
    await expect(network.cardPage('7')).rejects.toThrow(NetworkUnavailable);
  });

  test('a feed that does not say how far it goes is not read', async () => {
    const network = await fakeNetworkServer({ body: { events: [] } });
    await expect(network.events(0, 100)).rejects.toThrow(NetworkUnavailable);
  });

  test.each([7, 6])(
    'a full page without a next one (from 7 on to %i) means an unavailable network',
    async (next) => {
      const network = await fakeNetworkServer({ body: { events: ['x', 'y'], next } });
      await expect(network.events(7, 2)).rejects.toThrow(NetworkUnavailable);
    },
  );

  test('our own mistake is distinguished from an unavailable network', async () => {
    const network = await fakeNetworkServer({ status: 409, body: { error: 'another command' } });
    const send = network.send({ requestId, kind: 'block', cardNumber: '7005800000000001' });
    await expect(send).rejects.toThrow(/another command/);
    await expect(send).rejects.not.toThrow(NetworkUnavailable);
  });
});

describe('many commands in one call', () => {
  const commands = ['1', '2', '3', '4', '5'].map((digit) => ({
    requestId: `6f1ed002-ab59-4b8f-9f4a-0d9a3a1c2b3${digit}`,
    kind: 'block' as const,
    cardNumber: `700580000000000${digit}`,
  }));
  const [one, two, three, four, five] = commands.map((command) => command.requestId);

  /** A network that takes five in a call, after its first answer. */
  async function networkWithBatches(batch: (sent: { commands: unknown[] }) => WireReply) {
    const headers = { 'x-commands-at-once': '5' };
    server = await serveWire(({ path, body }) => {
      if (path.startsWith('/events')) return { headers, body: { events: [], next: 0 } };
      if (path === '/commands/batch') return batch(JSON.parse(body));
      return { headers, body: { state: 'accepted' } };
    });
    const network = httpFuelNetwork({ partnerId: 3, baseUrl: server.url, apiKey: 'key' });
    expect(network.together?.maxBatch()).toBe(1);
    await network.events(0, 1);
    expect(network.together?.maxBatch()).toBe(5);
    return network;
  }

  test('each has the answer that names it; none, two, or one without sense is no answer', async () => {
    const network = await networkWithBatches(() => ({
      body: {
        answers: [
          { requestId: five, state: 'refused', reason: 'Карта закрыта' },
          { requestId: four, state: 'done' },
          { requestId: four, state: 'refused', reason: 'Карта закрыта' },
          { requestId: two, state: 'maybe' },
          { requestId: one, state: 'done' },
        ],
      },
    }));
    const unclear = expect.any(NetworkUnavailable);
    expect(await network.together?.send(commands)).toEqual([
      { state: 'done' },
      unclear,
      unclear,
      unclear,
      { state: 'refused', reason: 'Карта закрыта' },
    ]);
  });

  test('a command that the network cannot read is our own fault, and fails alone', async () => {
    const network = await networkWithBatches(() => ({
      body: {
        answers: [
          { requestId: three, state: 'unreadable', error: 'no such field' },
          ...[one, two, four, five].map((requestId) => ({ requestId, state: 'done' })),
        ],
      },
    }));
    const answers = (await network.together?.send(commands)) ?? [];
    expect(answers.map((answer) => (answer instanceof Error ? answer.message : answer.state))).toEqual([
      'done',
      'done',
      'network 3 refuses a command: no such field',
      'done',
      'done',
    ]);
    expect(answers[2]).not.toBeInstanceOf(NetworkUnavailable);
  });

  test('a call that is turned away as unreadable is made again command by command', async () => {
    const network = await networkWithBatches(() => ({ status: 400, body: { error: 'x' } }));
    expect(await network.together?.send(commands)).toEqual(commands.map(() => ({ state: 'accepted' })));
    expect(server?.requests.filter(({ path }) => path === '/commands')).toHaveLength(5);
  });

  test('a call without an answer leaves each of its commands without one', async () => {
    const network = await networkWithBatches(() => 'break');
    const unclear = expect.any(NetworkUnavailable);
    expect(await network.together?.send(commands)).toEqual(commands.map(() => unclear));
  });

  test('a command that two ask for at the same time is sent once', async () => {
    let sent = 0;
    const network = await networkWithBatches((input) => {
      sent = input.commands.length;
      return { body: { answers: commands.map(({ requestId: id }) => ({ requestId: id, state: 'done' })) } };
    });
    const [first, second] = commands as [NetworkCommand, NetworkCommand];
    expect(await network.together?.send([first, second, first])).toEqual(
      [1, 2, 3].map(() => ({ state: 'done' })),
    );
    expect(sent).toBe(2);
  });
});
