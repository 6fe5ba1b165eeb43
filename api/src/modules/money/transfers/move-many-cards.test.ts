import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, PARTNER } from '#contract/ids.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
});

afterAll(() => api.stop());

type Line = { card_id: number; sum: number | string };

function preview(person: GivenPerson, lines: readonly Line[], input: { mode?: 0 | 1; aim?: string } = {}) {
  const json = { mode: input.mode ?? 1, aim: input.aim ?? 'sum', lines };
  return api.post('/api/card/bulk/transaction/preview', { token: person.token, json });
}

/** Acts like the screen: the preview names the list and the total, and the code is requested with them. */
async function codeFor(person: GivenPerson, lines: readonly Line[], mode: 0 | 1 = 1): Promise<string> {
  const { data } = (await preview(person, lines, { mode })).body;
  api.clock.advanceSeconds(46);
  const query = new URLSearchParams({
    purpose: mode === 1 ? 'transfers' : 'payouts',
    subject: data.subject,
    sum: String(data.total),
  });
  expect((await api.get(`/api/sms?${query}`, { token: person.token })).status).toBe(200);
  return api.lastCode(person.phone);
}

function move(
  person: GivenPerson,
  lines: readonly Line[],
  input: { sms: string | number; mode?: 0 | 1; key?: string },
) {
  const json = { mode: input.mode ?? 1, lines, sms: input.sms };
  return api.post('/api/card/bulk/transaction', {
    token: person.token,
    json,
    ...(input.key ? { key: input.key } : {}),
  });
}

async function readBalances(companyId: number) {
  const found = await rows(
    api.ctx.db.system,
    sql<{ kind: string; card_id: number | null; balance_kopecks: number }>`
      select kind, card_id, balance_kopecks from ledger_account
      where company_id = ${companyId} and kind in ('unallocated', 'in-transit', 'card')`,
  );
  const at = (kind: string) => found.find((item) => item.kind === kind)?.balance_kopecks;
  return {
    unallocated: at('unallocated'),
    inTransit: at('in-transit'),
    card: ({ id }: GivenCard) => found.find((item) => item.card_id === id)?.balance_kopecks,
  };
}

/** The networks answer what waits. */
async function settle(companyId: number): Promise<void> {
  const waiting = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`
      select id from operation where company_id = ${companyId} and status_id = ${OPERATION_STATUS.inProgress}`,
  );
  for (const { id } of waiting) await carryOutOperation(api.ctx, id);
}

async function given(count: number, about: { unallocated?: number; onCards?: number } = {}) {
  const { unallocated = 1000_00, onCards = 0 } = about;
  const company = await givenCompany(api, { unallocatedKopecks: unallocated });
  const cards: GivenCard[] = [];
  for (let index = 0; index < count; index += 1)
    cards.push(await givenCard(api, company.id, { balanceKopecks: onCards }));
  return { company, cards, admin: company.admin };
}

const each = (cards: readonly GivenCard[], sum: number | string): Line[] =>
  cards.map(({ id }) => ({ card_id: id, sum }));

describe('moving money of many cards by one code', () => {
  test('one code tops up every card of the list, and each network settles its own', async () => {
    const { company, cards, admin } = await given(3);
    const lines = each(cards, '1 00,50');
    const answer = await move(admin, lines, { sms: await codeFor(admin, lines) });
    expect(answer.status).toBe(200);
    expect(answer.body.data.total).toBe(301.5);
    expect(answer.body.data.movements.map((movement: { card_id: number }) => movement.card_id)).toEqual(
      cards.map((card) => card.id),
    );
    expect(await readBalances(company.id)).toMatchObject({ unallocated: 698_50, inTransit: 301_50 });
    await settle(company.id);
    const after = await readBalances(company.id);
    expect([after.inTransit, ...cards.map(after.card)]).toEqual([0, 100_50, 100_50, 100_50]);
    await expectBooksToAgree(api);
  });

  test('one code brings money back from every card of the list', async () => {
    const { company, cards, admin } = await given(2, { onCards: 500_00 });
    const lines = each(cards, 200);
    const sms = await codeFor(admin, lines, 0);
    expect((await move(admin, lines, { sms, mode: 0 })).status).toBe(200);
    await settle(company.id);
    const after = await readBalances(company.id);
    expect([after.unallocated, ...cards.map(after.card)]).toEqual([1400_00, 300_00, 300_00]);
    await expectBooksToAgree(api);
  });

  test('the code’s message has the number of cards and the whole sum', async () => {
    const { cards, admin } = await given(2, { onCards: 500_00 });
    await codeFor(admin, each(cards, 250));
    await codeFor(admin, each(cards.slice(0, 1), 250), 0);
    const { data } = (await api.get(`/dev/sms?phone=${admin.phone}`)).body;
    const texts = data.map(({ text }: { text: string }) => text.replaceAll('\u00a0', ' '));
    expect(texts[1]).toContain('перевод на 2 карты, всего 500,00 ₽');
    expect(texts[0]).toContain('вывод с 1 карты на счёт, всего 250,00 ₽');
  });

  test.each([
    ['another sum', (lines: Line[]) => lines.map((line, index) => (index ? line : { ...line, sum: 99 }))],
    ['a card less', (lines: Line[]) => lines.slice(1)],
    [
      'two sums exchanged, with the same total',
      (lines: Line[]) => lines.map((line, index) => ({ ...line, sum: index ? 101 : 99 })),
    ],
  ])('a code for many cards is refused for %s', async (_, changed) => {
    const { company, cards, admin } = await given(2);
    const lines = each(cards, 100);
    const sms = await codeFor(admin, lines);
    const answer = await move(admin, changed(lines), { sms });
    expect([answer.status, answer.body.error_messages]).toEqual([400, { sms: [SMS_MESSAGES.wrong] }]);
    expect(await readBalances(company.id)).toMatchObject({ unallocated: 1000_00, inTransit: 0 });
  });

  test('a code for many cards is good for the same list in another order', async () => {
    const { cards, admin } = await given(3);
    const lines = each(cards, 100);
    const sms = await codeFor(admin, lines);
    expect((await move(admin, lines.toReversed(), { sms })).status).toBe(200);
  });

  test('a code is not for the way back, for any operation or for a single card', async () => {
    const { cards, admin } = await given(1, { onCards: 500_00 });
    const lines = each(cards, 100);
    const wrong = [await codeFor(admin, lines, 0), await givenCode(api, admin)];
    api.clock.advanceSeconds(46);
    wrong.push(await givenCode(api, admin, 'transfer', cards[0]?.id));
    for (const sms of wrong) expect((await move(admin, lines, { sms })).status).toBe(400);
  });

  test.each([{}, { subject: '2' }, { subject: `2:${'a'.repeat(64)}` }, { subject: '2:zz', sum: '10' }])(
    'a code is not sent for %o, which names no list with its sum',
    async (input) => {
      const { admin } = await given(0);
      const query = new URLSearchParams({ purpose: 'transfers', ...input } as Record<string, string>);
      expect((await api.get(`/api/sms?${query}`, { token: admin.token })).status).toBe(400);
    },
  );

  test('a code is used up by its action, and then called used', async () => {
    const { cards, admin } = await given(1);
    const lines = each(cards, 10);
    const sms = await codeFor(admin, lines);
    await move(admin, lines, { sms });
    const again = await move(admin, lines, { sms });
    expect(again.body.error_messages).toEqual({ sms: [SMS_MESSAGES.used] });
  });
});

describe('all or nothing', () => {
  test('too little on the account moves nothing, and the code stays good', async () => {
    const { company, cards, admin } = await given(3, { unallocated: 299_99 });
    const lines = each(cards, 100);
    const sms = await codeFor(admin, lines);
    const answer = await move(admin, lines, { sms });
    expect([answer.status, answer.body.error_messages]).toEqual([400, { lines: [INSUFFICIENT_FUNDS] }]);
    expect(await readBalances(company.id)).toMatchObject({ unallocated: 299_99, inTransit: 0 });
    await sql`update company set credit_kopecks = 1 where id = ${company.id}`.execute(api.ctx.db.system);
    await sql`update ledger_account set floor_kopecks = -1 where company_id = ${company.id} and kind = 'unallocated'`.execute(
      api.ctx.db.system,
    );
    expect((await move(admin, lines, { sms })).status).toBe(200);
  });

  test('one card with too little stops the others, and is named with what is on it', async () => {
    const { company, cards, admin } = await given(2, { onCards: 500_00 });
    const lines = each(cards, 400);
    const sms = await codeFor(admin, lines, 0);
    const [first] = cards as [GivenCard];
    const single = await givenCode(api, admin, 'payout', first.id);
    const form = { sum: 200, sms: single, mode: 0 };
    await api.post(`/api/card/${first.id}/transaction`, { token: admin.token, form });
    const answer = await move(admin, lines, { sms, mode: 0 });
    const reason = answer.body.error_messages?.lines?.[0];
    expect(reason?.replaceAll('\u00a0', ' ')).toBe(
      `Карта •• ${first.number.slice(-4)}: на ней 300,00 ₽, а вывести нужно 400,00 ₽`,
    );
    expect((await readBalances(company.id)).inTransit).toBe(200_00);
  });

  test('a network that refuses one card gives back that card’s money alone', async () => {
    const { company, cards, admin } = await given(2);
    const lines = cards.map(({ id }, index) => ({ card_id: id, sum: index ? 100 : 200 }));
    api.setMood((command) =>
      'sumKopecks' in command && command.sumKopecks === 200_00 ? 'refuse' : 'normal',
    );
    await move(admin, lines, { sms: await codeFor(admin, lines) });
    await settle(company.id);
    const after = await readBalances(company.id);
    expect([after.unallocated, after.inTransit, ...cards.map(after.card)]).toEqual([900_00, 0, 0, 100_00]);
    await expectBooksToAgree(api);
  });

  test('a repeat with the same key moves nothing again and answers the same', async () => {
    const { company, cards, admin } = await given(2);
    const lines = each(cards, 100);
    const input = { sms: await codeFor(admin, lines), key: `many-${company.id}` };
    const [first, second] = await Promise.all([move(admin, lines, input), move(admin, lines, input)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.data).toEqual(first.body.data);
    expect((await move(admin, lines, input)).body.data).toEqual(first.body.data);
    expect(await readBalances(company.id)).toMatchObject({ unallocated: 800_00, inTransit: 200_00 });
  });

  test('a list leaves one row in the audit log, with number of cards and sum', async () => {
    const { company, cards, admin } = await given(2);
    const lines = each(cards, 100);
    await move(admin, lines, { sms: await codeFor(admin, lines) });
    const found = await rows(
      api.ctx.db.system,
      sql`select user_id, details from audit_event where what = 'many-cards-moved' and company_id = ${company.id}`,
    );
    expect(found).toEqual([
      { user_id: admin.id, details: { purpose: 'transfers', cards: 2, kopecks: 200_00 } },
    ]);
  });
});

describe('access and input checks of moving money of many cards', () => {
  test('a specialist sees no preview and moves nothing', async () => {
    const { company, cards } = await given(1);
    const person = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await preview(person, each(cards, 1))).status).toBe(403);
    expect((await move(person, each(cards, 1), { sms: '123456' })).status).toBe(403);
  });

  test('another company’s card is no different from a card that does not exist', async () => {
    const mine = await given(1);
    const theirs = await given(1);
    const withForeignCard = (id: number) => [...each(mine.cards, 10), { card_id: id, sum: 10 }];
    const foreign = await move(mine.admin, withForeignCard(theirs.cards[0]?.id ?? 0), { sms: '123456' });
    const missing = await move(mine.admin, withForeignCard(999_999_999), { sms: '123456' });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    const seen = (await preview(mine.admin, withForeignCard(theirs.cards[0]?.id ?? 0))).body.data.lines[1];
    expect(seen).toMatchObject({ outcome: 'refused', message: 'Карта не найдена', now: null, after: null });
  });

  test('§4.10 a network in maintenance stops the list, and the preview says so card by card', async () => {
    const { company, cards, admin } = await given(1);
    const other = await givenCard(api, company.id, { partnerId: PARTNER.third });
    const lines = each([...cards, other], 10);
    const { system } = api.ctx.db;
    const now = api.clock.now();
    const ends = new Date(now.getTime() + 3_600_000);
    await sql`insert into maintenance values (3, 'Сеть обновляется', ${now}, ${ends})`.execute(system);
    const moved = await move(admin, lines, { sms: '123456' });
    const seen = (await preview(admin, lines)).body.data;
    await sql`delete from maintenance`.execute(system);
    expect([moved.status, moved.body.message]).toEqual([503, 'Сеть обновляется']);
    expect(seen.lines.map((line: { message: string | null }) => line.message)).toEqual([
      null,
      'Сеть обновляется',
    ]);
    expect([seen.cards, seen.total]).toEqual([1, 10]);
  });

  test.each([
    ['no line', []],
    ['a card twice', [1, 1].map((id) => ({ card_id: id, sum: 1 }))],
    ['a sum of zero', [{ card_id: 1, sum: 0 }]],
    ['a sum of seven digits', [{ card_id: 1, sum: 1_000_000 }]],
    ['a card without a number', [{ card_id: 'x', sum: 1 }]],
    ['501 lines', Array.from({ length: 501 }, (_, index) => ({ card_id: index + 1, sum: 1 }))],
    ['a word', 'все'],
  ])('%s is refused with a sentence', async (_, lines) => {
    const { admin } = await given(0);
    const answer = await move(admin, lines as Line[], { sms: '123456' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/[а-я]/i);
  });
});

describe('preview of moving money of many cards', () => {
  test('a list fills each card up to a level, and leaves alone those that have it', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
    const poor = await givenCard(api, company.id, { balanceKopecks: 120_50 });
    const rich = await givenCard(api, company.id, { balanceKopecks: 900_00 });
    const { data } = (await preview(company.admin, each([poor, rich], 500), { aim: 'level' })).body;
    expect(data.lines).toMatchObject([
      { outcome: 'moves', sum: 379.5, now: 120.5, after: 500 },
      { outcome: 'needless', sum: 0, now: 900, after: 900 },
    ]);
    expect(data).toMatchObject({ cards: 1, total: 379.5, unallocated: { now: 10_000, after: 9_620.5 } });
  });

  test('a level counts money on its way to the card, and adds what earlier fuel takes', async () => {
    const { company, cards, admin } = await given(1, { onCards: 100_00 });
    const [card] = cards as [GivenCard];
    const first = each(cards, 50);
    await move(admin, first, { sms: await codeFor(admin, first) });
    await sql`update card set shortfall_kopecks = 17000 where id = ${card.id}`.execute(api.ctx.db.system);
    const { data } = (await preview(admin, each(cards, 500), { aim: 'level' })).body;
    expect(data.lines).toMatchObject([{ sum: 520, now: 100, on_its_way: 50, repays: 20, after: 500 }]);
    await sql`update card set shortfall_kopecks = 0 where id = ${card.id}`.execute(api.ctx.db.system);
    await settle(company.id);
  });

  test('the preview takes back what is above a level, and everything above zero', async () => {
    const { cards, admin } = await given(1, { onCards: 700_00 });
    const taken = async (level: number) =>
      (await preview(admin, each(cards, level), { mode: 0, aim: 'level' })).body.data;
    expect((await taken(200)).lines).toMatchObject([{ outcome: 'moves', sum: 500, after: 200 }]);
    expect(await taken(0)).toMatchObject({ total: 700, unallocated: { now: 1000, after: 1700 } });
    expect((await taken(800)).lines).toMatchObject([{ outcome: 'needless', after: 700 }]);
  });

  test('a list says which account or card has too little, and none if nothing moves', async () => {
    const { cards, admin } = await given(2, { unallocated: 100_00, onCards: 10_00 });
    expect((await preview(admin, each(cards, 51))).body.data).toMatchObject({
      total: 102,
      unallocated: { now: 100, after: null },
    });
    const back = (await preview(admin, each(cards, 11), { mode: 0 })).body.data;
    expect(back.lines[0]).toMatchObject({
      outcome: 'refused',
      message: INSUFFICIENT_FUNDS,
      sum: 0,
      after: 10,
    });
    expect(back).toMatchObject({ cards: 0, total: 0, subject: null });
  });

  test('the preview writes nothing', async () => {
    const { company, cards, admin } = await given(1);
    await preview(admin, each(cards, 10));
    expect(await readBalances(company.id)).toMatchObject({ unallocated: 1000_00, inTransit: 0 });
  });
});
