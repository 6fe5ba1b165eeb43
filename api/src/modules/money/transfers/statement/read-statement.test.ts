import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortNumber } from '#contract/values/card-number.ts';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { getOnlyRow } from '../../../../db/database.ts';
import { callInWorker } from '../../../../lib/turns/call-in-worker.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { givenActOfMonth } from '../../../../testing/givens/given-act-of-month.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import {
  givenBankFile,
  bankFileDocument,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { holdMoney } from '../../../../testing/hold-money.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { waitUntilWaiting } from '../../../../testing/wait-until-waiting.ts';
import { bookSales } from '../../../fuel/sales/book-sales.ts';
import { carryOutOperation } from '../../../fuel/settlement/carry-out-operation.ts';
import { coverShortfalls } from '../../../fuel/sales/cover-shortfalls.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

/** A company that was paid for, moved money in every way and bought fuel, on two days. */
beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  company = await givenCompany(api);
  card = await givenCard(api, company.id);
  const staff = await givenStaff(api);
  await givenBankFile(
    api,
    staff,
    makeStatement(bankFileDocument({ inn: company.inn, number: '77', sum: '1000.00' })),
  );
  await transfer(1, 600.5);
  await distribute([{ partner_id: PARTNER.rn, sum: 100 }]);
  api.clock.advanceSeconds(24 * 3600);
  await sell('fuel-1', 'sale', 700_00);
  await sell('fuel-2', 'refund', 250_00);
  await transfer(0, 50);
});

afterAll(() => api?.stop());

async function transfer(mode: 0 | 1, sum: number): Promise<void> {
  api.clock.advanceSeconds(46);
  const sms = await givenCode(api, company.admin, mode === 1 ? 'transfer' : 'payout', card.id);
  const request = { token: company.admin.token, form: { sum, sms, mode } };
  expect((await api.post(`/api/card/${card.id}/transaction`, request)).status).toBe(200);
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select max(id) as id from operation`,
  );
  await carryOutOperation(api.ctx, id);
}

async function distribute(accounts: object[]): Promise<void> {
  const answer = await api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts },
  });
  expect(answer.status).toBe(200);
}

function sell(externalId: string, kind: 'sale' | 'refund', sumKopecks: number): Promise<void> {
  return bookSales(api.ctx, card.partnerId, [
    {
      sequence: 1,
      kind,
      externalId,
      cardNumber: card.number,
      goodsId: 301,
      goodsTitle: '=ДТ',
      centilitres: 11_50,
      unitPriceKopecks: kopecks(60_00),
      sumKopecks: kopecks(sumKopecks),
      address: 'М-4 «Дон», 112-й км',
      soldAt: new Date('2026-09-15T08:00:00Z'),
    },
  ]);
}

const WHOLE = 'date_from=2026-09-01&date_to=2026-09-30';

async function statement(query: string, of = company) {
  return (await api.get(`/api/client/statement?${query}`, { token: of.admin.token })).body;
}

interface Movement {
  sum: number;
  balance: number;
  description: string;
}

function toKopecks(rubles: number): number {
  return Math.round(rubles * 100);
}

async function readBalance(condition: ReturnType<typeof sql>): Promise<number> {
  const { sum } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ sum: number }>`
      select coalesce(sum(balance_kopecks), 0)::bigint as sum from ledger_account
      where company_id = ${company.id} and kind not in ('bank', 'network') and ${condition}`,
  );
  return sum;
}

describe('the statement', () => {
  test('a company’s statement has income and spending, no movements between own places', async () => {
    const { data } = await statement(WHOLE);
    expect(data).toMatchObject({ opening: 0, came_in: 1250, went_out: 700, closing: 550 });
    expect(data.movements.map((movement: Movement) => movement.sum)).toEqual([
      1000, -600.5, -99.5, 99.5, 150.5,
    ]);
    expect(data.movements[0]).toMatchObject({
      description: 'Платёжное поручение № 77 от 15.09.2026',
      from: 'Банк',
      to: 'Нераспределённые средства',
      moved: 1000,
    });
    expect(data.movements[1].description).toContain('Покупка: =ДТ, 11,5 л');
    expect(data.movements[1].description).toContain('продажа 15.09.2026');
    expect(data.movements[2]).toMatchObject({ from: expect.stringContaining('Долг за топливо') });
  });

  test('a part of a purchase that two accounts paid is called a part of the whole', async () => {
    const { data } = await statement(WHOLE);
    const descriptions = data.movements.map((movement: Movement) =>
      movement.description.replaceAll('\u00a0', ' '),
    );
    const parts = descriptions.filter((word: string) =>
      word.includes('112-й км, часть покупки на 700,00 ₽, продажа'),
    );
    expect(parts).toHaveLength(2);
    expect(
      descriptions.filter((word: string) => word.includes('часть возврата на 250,00 ₽, возврат')),
    ).toHaveLength(2);
    const alone = await givenCompany(api);
    await givenSales(api, await givenCard(api, alone.id, { balanceKopecks: 100_00 }), [
      { sum: 40_00, at: api.clock.now().toISOString() },
    ]);
    const [, whole] = (await statement(WHOLE, alone)).data.movements;
    expect(whole.description).toMatch(/^Покупка: .* область$/);
  });

  test('the day of a refund reported later is called that of a refund, not of a sale', async () => {
    const { data } = await statement(WHOLE);
    const refunds = data.movements.filter((movement: Movement) =>
      movement.description.startsWith('Возврат покупки'),
    );
    expect(refunds.map((refund: Movement) => refund.description.split(', ').at(-1))).toEqual([
      'возврат 15.09.2026',
      'возврат 15.09.2026',
    ]);
  });

  test('the statement with internal movements names each, and has the same balance', async () => {
    const { data } = await statement(`${WHOLE}&internal=1`);
    expect(data.closing).toBe(550);
    const inside = data.movements.filter((movement: Movement) => movement.sum === 0);
    expect(inside.map((item: { moved: number }) => item.moved)).toEqual([600.5, 600.5, 100, 50, 50]);
  });

  test.each([
    ['all', '', sql`true`],
    ['the unallocated funds', '&place=unallocated', sql`kind = 'unallocated'`],
    ['a network', '&partner_id=1', sql`partner_id = 1`],
    ['a network with its debt', '&partner_id=2', sql`partner_id = 2`],
    ['a card', '&card_id=CARD', sql`kind = 'card'`],
  ])(
    'the statement of %s adds up to the kopeck, and to what the ledger says',
    async (_, place, condition) => {
      const { data } = await statement(WHOLE + place.replace('CARD', String(card.id)));
      let balance = toKopecks(data.opening);
      for (const movement of data.movements as Movement[]) {
        balance += toKopecks(movement.sum);
        expect(toKopecks(movement.balance)).toBe(balance);
      }
      expect(toKopecks(data.closing)).toBe(balance);
      expect(toKopecks(data.opening) + toKopecks(data.came_in) - toKopecks(data.went_out)).toBe(balance);
      expect(balance).toBe(await readBalance(condition));
    },
  );

  test.each(['', '&place=unallocated', '&partner_id=2', '&card_id=CARD'])(
    'the statement without its movements has other sums than with them (%s)',
    async (place) => {
      for (const days of [WHOLE, 'date_from=2026-09-16&date_to=2026-09-16']) {
        const query = days + place.replace('CARD', String(card.id));
        const { movements, ...sums } = (await statement(query)).data;
        expect(movements).not.toHaveLength(0);
        expect((await statement(`${query}&sums=1`)).data).toEqual({ ...sums, movements: [] });
      }
    },
  );

  test('the statement of a day opens with the previous closing balance, Moscow time', async () => {
    const first = (await statement('date_from=2026-09-15&date_to=2026-09-15')).data;
    const second = (await statement('date_from=2026-09-16&date_to=2026-09-16')).data;
    expect([first.opening, first.closing]).toEqual([0, 1000]);
    expect([second.opening, second.closing]).toEqual([1000, 550]);
    const before = (await statement('date_from=2026-08-01&date_to=2026-08-31')).data;
    expect(before).toMatchObject({ opening: 0, closing: 0, movements: [] });
    const after = (await statement('date_from=2026-10-01&date_to=2026-10-31')).data;
    expect(after).toMatchObject({ opening: 550, closing: 550, movements: [] });
  });

  test('a movement at 23:30 Moscow time is of that day, at 0:30 of the next', async () => {
    const other = await givenCompany(api);
    const day = async (at: string) => {
      await givenMoney(
        { ...api, clock: { ...api.clock, now: () => new Date(at) } },
        { companyId: other.id, kind: 'unallocated' },
        100,
      );
    };
    await day('2026-09-10T20:30:00Z');
    await day('2026-09-10T21:30:00Z');
    const { data } = await statement('date_from=2026-09-11&date_to=2026-09-11', other);
    expect(data).toMatchObject({ opening: 1, came_in: 1, closing: 2 });
  });
});

describe('the files', () => {
  test('the CSV says the same, and no cell of it runs as a formula', async () => {
    const file = await api.get(`/api/client/statement.csv?${WHOLE}&card_id=${card.id}`, {
      token: company.admin.token,
    });
    expect(file.headers.get('content-type')).toContain('text/csv');
    const lines = file.bytes.toString('utf8').split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFДата;Время;Содержание;Откуда;Куда;Сумма;Остаток;Дата заправки;Время заправки',
    );
    expect(lines[1]).toBe('01.09.2026;;Остаток на начало периода;;;;0,00;;');
    const named = shortNumber(card.number);
    expect(lines[2]).toBe(
      `15.09.2026;12:00:46;Перевод на карту ${named}: зачислен;В пути;Карта ${named};600,50;600,50;;`,
    );
    expect(lines.at(-2)).toBe('16.09.2026;;Остаток на день составления;;;;100,50;;');
    // Booked on the next day: the moment of the purchase itself stands at the end of its line.
    expect(lines.find((line) => line.includes('Покупка'))).toMatch(/^16\.09\.2026;.*;15\.09\.2026;11:00:00$/);
    expect(lines.some((line) => line.split(';').some((cell) => cell.startsWith('=')))).toBe(false);
  });

  test('the CSV has the sum of money that changed its place in its own column', async () => {
    const readLines = async (query: string) => {
      const path = `/api/client/statement.csv?${WHOLE}${query}`;
      const file = await api.get(path, { token: company.admin.token });
      return file.bytes.toString('utf8').split('\r\n');
    };
    const lines = await readLines('&internal=1');
    expect(lines[0]).toMatch(/;Сумма;Остаток;Внутри;Дата заправки;Время заправки$/);
    const named = shortNumber(card.number);
    const transfer = lines.find((line) => line.includes(`Перевод на карту ${named}: зачислен`));
    expect(transfer).toMatch(/;0,00;1000,00;600,50;;$/);
    // Incoming and outgoing money leaves these cells empty, and each row has the same number of cells.
    expect(lines.find((line) => line.includes('Платёжное поручение'))).toMatch(/;1000,00;1000,00;;;$/);
    expect(new Set(lines.slice(0, -1).map((line) => line.split(';').length))).toEqual(new Set([10]));
    expect((await readLines(''))[0]).toMatch(/;Сумма;Остаток;Дата заправки;Время заправки$/);
    expect((await readLines(`&internal=1&card_id=${card.id}`))[0]).toMatch(
      /;Сумма;Остаток;Дата заправки;Время заправки$/,
    );
  });

  test('the CSV does not say what the balance will be on a day that is still to come', async () => {
    const lastLine = async (until: string) => {
      const path = `/api/client/statement.csv?date_from=2026-09-01&date_to=${until}`;
      const file = await api.get(path, { token: company.admin.token });
      return file.bytes.toString('utf8').split('\r\n').at(-2);
    };
    expect(await lastLine('2026-12-31')).toBe('16.09.2026;;Остаток на день составления;;;;550,00;;');
    expect(await lastLine('2026-09-16')).toBe('16.09.2026;;Остаток на конец периода;;;;550,00;;');
    expect(await lastLine('2026-09-15')).toBe('15.09.2026;;Остаток на конец периода;;;;1000,00;;');
  });

  test('the files of two accounts have names of their own', async () => {
    // Its last four digits are those of the first card.
    const twin = await givenCard(api, company.id, { number: `7000000000${card.number.slice(-6)}` });
    const readFileName = async (place: string, ending: string) => {
      const path = `/api/client/statement.${ending}?${WHOLE}${place}`;
      const { headers } = await api.get(path, { token: company.admin.token });
      return decodeURIComponent(
        /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '',
      );
    };
    const dates = '2026-09-01 – 2026-09-30';
    for (const ending of ['csv', 'pdf']) {
      expect(await readFileName('', ending)).toBe(`Выписка по счёту ${dates}.${ending}`);
      for (const [place, account] of [
        ['&place=unallocated', 'нераспределённые средства'],
        ['&partner_id=2', 'счёт сети «Газпромнефть»'],
        [`&card_id=${card.id}`, `карта ${card.number}`],
        [`&card_id=${twin.id}`, `карта ${twin.number}`],
      ] as const)
        expect(await readFileName(place, ending)).toBe(`Выписка по счёту ${dates}, ${account}.${ending}`);
    }
  });

  test('a card is written in its statement as on the screens', async () => {
    const { data } = await statement(`${WHOLE}&card_id=${card.id}`);
    expect(data.place.title).toBe(`Карта ${shortNumber(card.number)}`);
  });

  test('the PDF is made for the company and for a place, also where nothing happened', async () => {
    for (const query of [WHOLE, `${WHOLE}&place=unallocated`, 'date_from=2026-08-01&date_to=2026-08-01']) {
      const file = await api.get(`/api/client/statement.pdf?${query}`, { token: company.admin.token });
      expect(file.status).toBe(200);
      expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});

test('a signed statement has nothing of a day that is still to come', async () => {
  const pdf = async (until: string) => {
    const path = `/api/client/statement.pdf?date_from=2026-09-01&date_to=${until}`;
    return readPdfText((await api.get(path, { token: company.admin.token })).bytes);
  };
  const early = await pdf('2026-12-31');
  expect(early).toContain('за период с 01.09.2026 по 31.12.2026');
  expect(early).toContain('Остаток на 16.09.2026');
  expect(early).toContain('На 16 сентября 2026 г. остаток аванса');
  expect(await pdf('2026-09-15')).toContain('На 15 сентября 2026 г. остаток аванса');
});

test('the year’s statement explains why its balance differs from December’s act', async () => {
  const buyer = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  const used = await givenCard(api, buyer.id, { balanceKopecks: 500_00 });
  const start = api.clock.now().getTime();
  const until = (moment: string) =>
    api.clock.advanceSeconds((Date.parse(moment) - api.clock.now().getTime()) / 1000);
  until('2027-01-02T09:00:00Z');
  await givenSales(api, used, [{ sum: 200_00, at: '2026-12-31T20:59:59Z' }]);
  const staff = await givenStaff(api);
  const act = await givenActOfMonth(api, { staff, company: buyer }, '2026-12');
  const path = '/api/client/statement.pdf?date_from=2026-01-01&date_to=2026-12-31';
  const ofYear = readPdfText((await api.get(path, { token: buyer.admin.token })).bytes);
  api.clock.advanceSeconds((start - api.clock.now().getTime()) / 1000);
  expect(act).toMatch(/31\.12\.2026\s+Сальдо на конец\s+1 300,00/);
  expect(ofYear).toContain('1 500,00 ₽');
  expect(ofYear.replace(/\s+/g, ' ')).toContain(
    'В закрывающих документах топливо стоит днём отпуска, а платёж — днём банка, поэтому остаток на тот же день там может быть другим.',
  );
});

test('a long PDF is laid out while other calls are served', async () => {
  const busy = await givenCompany(api);
  await postMany(busy, 300);
  let served = 0;
  let printed = false;
  const pdf = api.get(`/api/client/statement.pdf?${WHOLE}`, { token: busy.admin.token });
  const others = (async () => {
    while (!printed) {
      await api.get('/healthz');
      served += 1;
    }
  })();
  expect((await pdf).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  printed = true;
  await others;
  expect(served).toBeGreaterThan(20);
});

test('too many long PDFs at once are refused with a time to come back', async () => {
  // One company has three files under way at most.
  const busy = [
    await givenCompany(api),
    await givenCompany(api),
    await givenCompany(api),
    await givenCompany(api),
  ];
  for (const item of busy) await postMany(item, 101);
  const gate = Promise.withResolvers<never>();
  const takeTurn = (argument: () => Promise<never>) =>
    callInWorker({
      module: new URL('./statement-pdf.ts', import.meta.url),
      name: 'statementPdf',
      argument,
      signal: new AbortController().signal,
    });
  const first = takeTurn(() => gate.promise);
  const visitors = Array.from({ length: 11 }, () => new AbortController());
  const pdfs = visitors.map(({ signal }, at) =>
    requestStatement(busy[at % busy.length] as GivenCompany, signal),
  );
  const refused = await Promise.race(pdfs);
  expect(refused).toMatchObject({
    status: 503,
    retryAfter: '60',
    text: expect.stringContaining('Попробуйте через минуту'),
  });
  const settled = await Promise.all(pdfs.map((pdf) => Promise.race([pdf, Promise.resolve(null)])));
  const still = visitors.filter((_, at) => settled[at] === null);
  expect(still).toHaveLength(10);
  for (const visitor of still.slice(1)) visitor.abort();
  // A place becomes free as soon as the server has noticed the disconnected client.
  const isPagePresent = () =>
    Promise.race([takeTurn(() => gate.promise).catch(() => false), setImmediate(true, undefined)]);
  await expect.poll(isPagePresent).toBe(true);
  gate.reject(new Error('the first one has its turn no more'));
  await expect(first).rejects.toThrow('its turn no more');
  const ends = await Promise.allSettled(pdfs);
  const answered = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.status] : []));
  expect(answered.sort((a, b) => Number(a) - Number(b))).toEqual([200, 503]);
});

/** Requests the PDF on a connection of its own, which closes with its client. */
async function requestStatement({ admin }: GivenCompany, signal: AbortSignal) {
  const headers = { 'x-auth-token': admin.token };
  const path = `${api.url}/api/client/statement.pdf?${WHOLE}`;
  const [answer] = (await once(get(path, { headers, signal, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  const text = Buffer.concat(await answer.toArray()).toString('utf8');
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], text };
}

/** Posts this many kopecks, one after another, on the 10th of September. */
async function postMany(busy: GivenCompany, count: number): Promise<void> {
  await sql`
    with accounts as (
      select max(id) filter (where kind = 'bank') as bank, max(id) filter (where kind = 'unallocated') as own
      from ledger_account where company_id = ${busy.id}
    ), posted as (
      insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id,
        amount_kopecks, subject_kind, subject_id, posted_at)
      select ${busy.id}, 'busy:' || ${busy.id} || ':' || n, 'invoice-paid', bank, own, 1, 'opening', n,
        '2026-09-10T09:00:00Z'
      from accounts, generate_series(1, ${count}::int) n returning id, to_account_id
    )
    insert into ledger_entry select to_account_id, id, ${busy.id}, 1, 0, 1 from posted`.execute(
    api.ctx.db.system,
  );
}

describe('access and input checks of the statement', () => {
  test('a specialist reads it; an anonymous caller or one without a company does not', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const newcomer = await givenPerson(api);
    const path = `/api/client/statement?${WHOLE}`;
    expect((await api.get(path, { token: specialist.token })).status).toBe(200);
    expect((await api.get(path, { token: newcomer.token })).status).toBe(403);
    expect((await api.get(path)).status).toBe(401);
    expect((await api.get(path.replace('statement', 'statement.pdf'))).status).toBe(401);
  });

  test('another company sees none of it, and our card does not exist for it', async () => {
    const other = await givenCompany(api);
    expect((await statement(WHOLE, other)).data).toMatchObject({ opening: 0, closing: 0, movements: [] });
    expect((await statement(`${WHOLE}&card_id=${card.id}`, other)).code).toBe(404);
  });

  test.each([
    ['no period', '', 'date_from'],
    ['a day that is none', 'date_from=2026-02-30&date_to=2026-03-01', 'date_from'],
    ['an end before its beginning', 'date_from=2026-09-02&date_to=2026-09-01', 'date_from'],
    ['a place that is none', `${WHOLE}&place=bank`, 'place'],
    ['a network that is none', `${WHOLE}&partner_id=99`, 'partner_id'],
    ['two places at once', `${WHOLE}&place=unallocated&card_id=1`, 'place'],
  ])('%s is refused on its field', async (_, query, field) => {
    const body = await statement(query);
    expect(body.code).toBe(400);
    expect(body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
  });

  test('more movements than anybody reads: a sentence that says what to do', async () => {
    const busy = await givenCompany(api);
    await postMany(busy, 10_001);
    const tooMany = await statement(WHOLE, busy);
    expect(tooMany).toMatchObject({
      code: 400,
      error_messages: { date_from: [expect.stringContaining('короче')] },
    });
    // The file takes no more than the screen, so it is no way out of either.
    const file = (kind: string) =>
      api.get(`/api/client/statement.${kind}?${WHOLE}`, { token: busy.admin.token });
    for (const { error_messages: input } of [tooMany, (await file('csv')).body])
      expect(input?.date_from?.[0]).toMatch(/10\s000 движений: выберите период короче или один счёт$/);
    expect((await file('pdf')).body.error_messages?.date_from?.[0]).toMatch(/3\s000 движений.*CSV/);
    const before = await statement('date_from=2026-09-11&date_to=2026-09-30', busy);
    expect(before.data).toMatchObject({ opening: 100.01, closing: 100.01 });
    // The sums of the statement are known all the same.
    expect((await statement(`${WHOLE}&sums=1`, busy)).data).toMatchObject({
      opening: 0,
      came_in: 100.01,
      went_out: 0,
      closing: 100.01,
      movements: [],
    });
  });
});

describe('a statement around midnight', () => {
  /** Returns what a reader sees of the day that is just over while `deed` waits for its turn, and afterwards. */
  async function readBeforeAndAfter(hold: string, action: () => Promise<unknown>): Promise<[object, object]> {
    const moscow = api.clock.now().getTime() + 3 * 3_600_000;
    api.clock.advanceSeconds(86_400 - ((moscow / 1000) % 86_400) - 10);
    const day = moscowDay(api.clock.now());
    const holder = new pg.Client(api.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query(hold);
    const done = action();
    await waitUntilWaiting(api);
    api.clock.advanceSeconds(60);
    const before = (await statement(`date_from=${day}&date_to=${day}&internal=1`)).data;
    await holder.end();
    await done;
    return [before, (await statement(`date_from=${day}&date_to=${day}&internal=1`)).data];
  }

  test('a sale that waited for its turn changes no day that has ended', async () => {
    const turn = `select pg_advisory_xact_lock(hashtext('book-sales'), ${card.partnerId})`;
    const [before, after] = await readBeforeAndAfter(turn, () => sell('midnight', 'sale', 10_00));
    expect(after).toEqual(before);
  });

  test('a sale that waited for its company’s money belongs to the day on which it got it', async () => {
    const locked = holdMoney(company.id);
    const [before, after] = await readBeforeAndAfter(locked, () => sell('midnight-money', 'sale', 10_00));
    expect(after).toEqual(before);
    const { rows } = await sql<{ booked_at: Date; finished_at: Date }>`
      select posted_at as booked_at, finished_at from operation
      join ledger_transfer on subject_kind = 'operation' and subject_id = operation.id
      where external_id = 'midnight-money'`.execute(api.ctx.db.system);
    const now = api.clock.now();
    expect(rows).toEqual([{ booked_at: now, finished_at: now }]);
  });

  test('money for a card’s shortfall belongs to the day on which it became free', async () => {
    const short = await givenCard(api, company.id);
    await givenSales(api, short, [{ sum: 50_000_00, at: '2026-09-15T08:00:00Z' }]);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: short.id }, 10_00);
    const [before, after] = await readBeforeAndAfter(holdMoney(company.id), () => coverShortfalls(api.ctx));
    expect(after).toEqual(before);
    const { posted_at: bookedAt } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ posted_at: Date }>`select posted_at from ledger_transfer where kind = 'cover-purchase'`,
    );
    expect(bookedAt).toEqual(api.clock.now());
  });

  test('a distribution that waited for its turn changes no day that has ended', async () => {
    const accounts = [{ partner_id: PARTNER.rn, sum: 10 }];
    const [before, after] = await readBeforeAndAfter(holdMoney(company.id), () => distribute(accounts));
    expect(after).toEqual(before);
  });

  test('a payment booked late (loaded, assigned or corrected) changes no ended day', async () => {
    const staff = await givenStaff(api);
    const turn = `select pg_advisory_xact_lock(hashtext('book-payments'))`;
    const file = makeStatement(bankFileDocument({ inn: company.inn, sum: '10.00' }));
    const [before, after] = await readBeforeAndAfter(turn, () => givenBankFile(api, staff, file));
    expect(after).toEqual(before);

    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: '7707083893', sum: '20.00' })));
    const [payment] = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
    const about = { token: staff.token, json: { company_id: company.id } };
    const assigned = await readBeforeAndAfter(turn, () =>
      api.post(`/staff/api/payments/${payment.id}/assign`, about),
    );
    expect(assigned[1]).toEqual(assigned[0]);

    const taken = { token: staff.token, json: { reason: 'Чужой платёж' } };
    const corrected = await readBeforeAndAfter(turn, () =>
      api.post(`/staff/api/payments/${payment.id}/correct`, taken),
    );
    expect(corrected[1]).toEqual(corrected[0]);
  });
});
