import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { seededRandom, type SeededRandom } from '../../../lib/seeded-random.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenDriverPage, type GivenDriverPage } from '../../../testing/givens/given-driver-page.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { LANGUAGES } from '../../fleet/driver-links/texts/languages.ts';
import { expireHolds } from '../authorisations/holds.ts';

/**
 * Fillings of a seed, each with a fault of the pump, and every other one with a kill: all connections to the database end in
 * the middle of one of its steps, and who asked asks again. `PUMP_FAULTS` and `PUMP_SEED` make it longer: `npm run prove:pump`.
 */
const FILLINGS = Number(process.env.PUMP_FAULTS ?? 4);
const SEED = Number(process.env.PUMP_SEED ?? 44);
const KEY = 'network-2-asks-the-portal-0001';
const PRICE = 60;
const HOLD_SECONDS = 15 * 60;
/** A hold is freed so soon after its end: the loop turns once a minute. */
const FREED_SECONDS = 60;
/** Fillings of a driver, before the next one comes with a page of his own. */
const PER_DRIVER = 20;
const FAULTS = [
  'none',
  'lost-authorisation',
  'lost-settlement',
  'twice',
  'late',
  'short',
  'nothing',
] as const;
const STEPS = ['offer', 'authorise', 'progress', 'settle'] as const;

let api: TestApi;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_2_INBOUND_KEY: KEY } });
});
afterAll(() => api.stop());

test.each([
  ['with the internet', ['card', 'page', 'sms'] as const],
  ['by SMS alone', ['sms'] as const],
])(
  'faults and kills at the pump leave no litre unpaid or paid twice, %s',
  { timeout: 3_600_000 },
  async (_, ways) => {
    const random = seededRandom(SEED);
    let driver: Driver | null = null;
    for (let index = 0; index < FILLINGS; index += 1) {
      if (index % PER_DRIVER === 0) driver = await givenDriver();
      await fuel(driver as Driver, random, ways);
      await expectMoneyToAgree(driver as Driver);
    }
    await expectBooksToAgree(api);
  },
);

interface Driver {
  page: GivenDriverPage;
  phone: string;
  /** Litres that the network has sold. */
  sold: number;
}

async function givenDriver(): Promise<Driver> {
  const page = await givenDriverPage(api, { balanceKopecks: 1_000_000_00 });
  const { phone } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ phone: string }>`select phone from driver where id = ${page.driverId}`,
  );
  return { page, phone, sold: 0 };
}

type Way = 'card' | 'page' | 'sms';

async function fuel(driver: Driver, random: SeededRandom, ways: readonly Way[]): Promise<void> {
  const way = random.pick(ways);
  const fault = random.pick(FAULTS);
  const killed = random.pick([...STEPS, ...STEPS.map(() => null)]);
  const litres = random.whole(10, 110);
  const turns = random.whole(0, 30);
  const about = JSON.stringify({ way, fault, killed, litres, turns });
  const step = <Reply extends { status: number }>(name: (typeof STEPS)[number], send: () => Promise<Reply>) =>
    killed === name ? sendThroughKill(send, turns) : send();

  const shown =
    way === 'card'
      ? { card_number: driver.page.card.number }
      : { code: await getCode(driver, { way, litres, step }) };
  serial += 1;
  const request_id = `fault-${SEED}-${serial}`;
  const question = { ...shown, request_id, station: 'АЗС № 12', goods: 301, litres, sum: litres * PRICE };
  const answer = await step('authorise', () => ask('authorise', question));
  expect({ about, approved: answer.body.data?.approved }).toEqual({ about, approved: true });
  const isSold = fault !== 'lost-authorisation' && fault !== 'nothing';
  const filled = isSold ? (fault === 'short' ? Math.floor(litres / 2) : litres) : 0;
  if (isSold) await step('progress', () => ask('progress', { request_id, litres: filled }));
  if (isSold && way !== 'card') expect(await readPage(driver)).toContain(`Налито ${filled} л`);
  const soldAt = api.clock.now().toISOString();
  if (fault === 'late') await passHold();
  if (fault !== 'lost-authorisation' && fault !== 'lost-settlement') {
    const settle = () => ask('settle', { request_id, litres: filled, sum: filled * PRICE });
    expect((await step('settle', settle)).status).toBe(200);
    if (fault === 'twice') expect((await settle()).status).toBe(200);
  }
  if (fault === 'lost-authorisation') await passHold();
  if (isSold) {
    driver.sold += filled;
    // The network's own list of sales comes at last, whatever was lost.
    const sale = {
      id: request_id,
      sum: filled * PRICE * 100,
      litres: filled,
      at: soldAt,
      address: 'АЗС № 12',
    };
    await givenSales(api, driver.page.card, [sale]);
  }
  if (way !== 'card') {
    const { states } = LANGUAGES.ru.pump;
    const state = isSold ? 'settled' : fault === 'nothing' ? 'cancelled' : 'expired';
    const html = await readPage(driver);
    expect({ about, isShown: html.includes(states[state]) }).toEqual({ about, isShown: true });
    if (isSold) expect(html).toContain(`<p>${filled} л</p>`);
  }
  // Answers by SMS are counted: a driver gets ten an hour.
  api.clock.advanceSeconds(600);
}

interface CodeWish {
  way: 'page' | 'sms';
  litres: number;
  step: <Reply extends { status: number }>(name: 'offer', send: () => Promise<Reply>) => Promise<Reply>;
}

async function getCode(driver: Driver, { way, litres, step }: CodeWish): Promise<string> {
  if (way === 'sms') {
    const reply = await step('offer', () =>
      api.post('/dev/phone/inbound', { json: { phone: driver.phone, text: `${litres} дт` } }),
    );
    expect(reply.status).toBe(200);
    const texts = (api.ctx.outbox?.messages(driver.phone) ?? []).map(({ text }) => text);
    // The newest has the code: each try repeats it while it is good.
    return (
      /\d{4} \d{4}/.exec(texts.find((text) => /\d{4} \d{4}/.test(text)) ?? '')?.[0].replace(' ', '') ?? ''
    );
  }
  const { page } = driver;
  await step('offer', () =>
    fetch(new URL(`${page.path}/pump`, api.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: page.cookie },
      body: new URLSearchParams({ goods: '301', litres: String(litres) }),
    }),
  );
  return (
    /(\d{4})&nbsp;(\d{4})/
      .exec(await readHtml(driver))
      ?.slice(1)
      .join('') ?? ''
  );
}

/** All connections end while it is being answered. A caller without an answer asks again, as networks and people do. */
async function sendThroughKill<Reply extends { status: number }>(
  send: () => Promise<Reply>,
  turns: number,
): Promise<Reply> {
  const first = send();
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const killed = await askOwner<{ pid: number }>(
    api,
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  let reply = await first;
  // On a busy machine one dies a moment later, and would take the next step with it.
  const pids = killed.map(({ pid }) => pid);
  const listAlive = () => askOwner(api, 'select pid from pg_stat_activity where pid = any($1)', [pids]);
  await expect.poll(listAlive).toEqual([]);
  for (let tries = 0; reply.status >= 500 && tries < 10; tries += 1) reply = await send();
  return reply;
}

function ask(call: string, json: object) {
  return api.post(`/api/network/v1/${call}`, { json, headers: { 'x-network-key': KEY } });
}

async function readHtml({ page }: Driver): Promise<string> {
  return (await page.open({ query: '/pump' })).text();
}

async function readPage(driver: Driver): Promise<string> {
  return (await readHtml(driver)).replaceAll('\u00a0', ' ');
}

/** The hold ends, and the loop turns. */
async function passHold(): Promise<void> {
  api.clock.advanceSeconds(HOLD_SECONDS + FREED_SECONDS);
  await expireHolds(api.ctx);
}

async function expectMoneyToAgree({ page: { company }, sold }: Driver): Promise<void> {
  const found = await getOnlyRow(
    api.ctx.db.system,
    sql<{ booked: number; paid: number; hold: number; open: number }>`
      select (select coalesce(sum(centilitres), 0)::float8 / 100 from operation where company_id = ${company.id}) as booked,
        coalesce(sum(balance_kopecks) filter (where kind = 'network'), 0)::float8 / 100 as paid,
        coalesce(sum(balance_kopecks) filter (where kind = 'hold'), 0)::float8 as hold,
        (select count(*)::int from authorisation where company_id = ${company.id} and state = 'approved') as open
      from ledger_account where company_id = ${company.id}`,
  );
  expect(found).toEqual({ booked: sold, paid: sold * PRICE, hold: 0, open: 0 });
}
