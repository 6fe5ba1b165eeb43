import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, PARTNER } from '#contract/ids.ts';
import { INSUFFICIENT_FUNDS } from '#contract/money/money.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiRequest, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { pollOperations } from '../../cards/commands/poll-operations.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

/** Asks for the transfer as the screen does, with a fresh code unless one is given. */
async function transfer(
  person: GivenPerson,
  cardId: number,
  input: { sum: string | number; sms?: string; mode?: 0 | 1; key?: string },
) {
  const mode = input.mode ?? 1;
  const sms = input.sms ?? (await givenCode(api, person, mode === 1 ? 'transfer' : 'payout', cardId));
  const ask: ApiRequest = { token: person.token, form: { sum: input.sum, sms, mode } };
  return api.post(`/api/card/${cardId}/transaction`, input.key ? { ...ask, key: input.key } : ask);
}

async function unallocated(company: GivenCompany): Promise<number> {
  const found = await rows(
    api.ctx.db.system,
    sql<{ kind: string; balance_kopecks: number }>`
      select kind, balance_kopecks from ledger_account where company_id = ${company.id} and kind in ('unallocated', 'in-transit')`,
  );
  expect(found.find((item) => item.kind === 'in-transit')?.balance_kopecks).toBeGreaterThanOrEqual(0);
  return found.find((item) => item.kind === 'unallocated')?.balance_kopecks ?? NaN;
}

/** Entries sum to zero, and every balance is the sum of its entries. */
describe('access to transferring to a card', () => {
  test('moving money needs a session', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const answer = await api.post(`/api/card/${card.id}/transaction`, {
      form: { sum: 1, sms: '000000', mode: 1 },
    });
    expect(answer.status).toBe(401);
  });

  test('§6.8 a specialist, who only reads, can move nothing', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const answer = await transfer(specialist, card.id, { sum: 10, sms: '123456' });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Недостаточно прав');
  });

  test('another company’s card is no different from a card that does not exist', async () => {
    const mine = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const theirs = await givenCompany(api);
    const card = await givenCard(api, theirs.id);
    const foreign = await transfer(mine.admin, card.id, { sum: 10, sms: '123456' });
    const missing = await transfer(mine.admin, 999_999_999, { sum: 10, sms: '123456' });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
  });

  test('§4.10 money stays where it is while the card’s network is in maintenance', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id, { partnerId: PARTNER.third });
    await sql`insert into maintenance values (3, 'Сеть обновляется до утра', ${new Date('2026-09-15')}, ${new Date('2026-09-16')})`.execute(
      api.ctx.db.system,
    );
    const answer = await transfer(company.admin, card.id, { sum: 10, sms: '123456' });
    await sql`delete from maintenance`.execute(api.ctx.db.system);
    expect(answer.status).toBe(503);
    expect(answer.body.message).toBe('Сеть обновляется до утра');
  });

  test('until the agreement is accepted, no money moves', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00, termsAccepted: false });
    const card = await givenCard(api, company.id);
    const answer = await transfer(company.admin, card.id, { sum: 10, sms: '123456' });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Примите рамочное соглашение');
  });
});

describe('input checks of transferring to a card', () => {
  test('a sum or a code of forty digits and more is refused with the reason', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const digits = '1'.repeat(41);
    const answer = await transfer(company.admin, card.id, { sum: digits, sms: digits });
    expect([answer.status, answer.body.error_messages]).toEqual([
      400,
      { sum: ['В сумме не больше 6 цифр до запятой'], sms: ['Код состоит из 6 цифр'] },
    ]);
  });

  test.each([
    ['nothing', ''],
    ['zero', '0'],
    ['a sign', '-5'],
    ['an exponent', '1e3'],
    ['three decimals', '1.005'],
    ['§5.19 seven digits', '1000000'],
    ['words', 'сто'],
  ])('a sum that is %s is refused on its field', async (_, sum) => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const answer = await transfer(company.admin, card.id, { sum, sms: '123456' });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.sum?.[0]).toMatch(/[а-я]/i);
  });

  test.each([
    ['application/json', '{"sum": 1'],
    ['application/json', '[]'],
    ['application/x-www-form-urlencoded', '%%%'],
    ['multipart/form-data; boundary=x', '--x\r\nbroken'],
    ['text/plain', 'sum=1'],
  ])('a body of %s that can’t be read is the sender’s mistake: %s', async (type, body) => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const answer = await api.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      raw: { type, body },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe(400);
  });
});

describe('the money', () => {
  test('§1.6 §7.33 §7.34 a transfer takes the sum from the account and puts it on the card', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1500_50 });
    const card = await givenCard(api, company.id);
    const answer = await transfer(company.admin, card.id, { sum: '1 000,50' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: card.id, card_sum: 1000.5, inProgressOperations: [] });
    expect(await unallocated(company)).toBe(500_00);
    await expectBooksToAgree(api);
  });

  test('§5.24 spaces of every kind are stripped from the sum', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 200_000_00 });
    const card = await givenCard(api, company.id);
    const answer = await transfer(company.admin, card.id, { sum: ' 123\u00a0456\u202f ' });
    expect(answer.body.data.card_sum).toBe(123_456);
  });

  test('§1.7 a payout brings the card’s money back to the account', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { balanceKopecks: 300_00 });
    const answer = await transfer(company.admin, card.id, { sum: 120, mode: 0 });
    expect(answer.body.data.card_sum).toBe(180);
    expect(await unallocated(company)).toBe(120_00);
    await expectBooksToAgree(api);
  });

  test('§5.20 more than the unallocated funds is refused, and the code stays good', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const tooMuch = await transfer(company.admin, card.id, { sum: 100.01, sms });
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.body.error_messages).toEqual({ sum: [INSUFFICIENT_FUNDS] });
    const enough = await transfer(company.admin, card.id, { sum: 100, sms });
    expect(enough.status).toBe(200);
  });

  test('§5.25 more than the card holds can’t be paid out', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { balanceKopecks: 50_00 });
    const answer = await transfer(company.admin, card.id, { sum: 50.01, mode: 0 });
    expect(answer.body.error_messages).toEqual({ sum: [INSUFFICIENT_FUNDS] });
  });

  test('with credit the account may fall to minus the limit and not a kopeck below', async () => {
    const company = await givenCompany(api, { creditKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    expect((await transfer(company.admin, card.id, { sum: 100 })).status).toBe(200);
    expect((await transfer(company.admin, card.id, { sum: 0.01 })).status).toBe(400);
    expect(await unallocated(company)).toBe(-100_00);
  });

  test('two transfers of the last 100 rubles at once: one goes through', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const cards = [await givenCard(api, company.id), await givenCard(api, company.id)];
    const codes: string[] = [];
    for (const card of cards) codes.push(await givenCode(api, company.admin, 'transfer', card.id));
    const answers = await Promise.all(
      cards.map((card, index) => transfer(company.admin, card.id, { sum: 100, sms: codes[index] })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await unallocated(company)).toBe(0);
    await expectBooksToAgree(api);
  });
});

describe('code of a transfer to a card', () => {
  test('a wrong code moves nothing; the fifth wrong try ends the code', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const right = await givenCode(api, company.admin, 'transfer', card.id);
    const wrong = right === '111111' ? '222222' : '111111';
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const answer = await transfer(company.admin, card.id, { sum: 10, sms: wrong });
      expect(answer.body.error_messages).toEqual({ sms: ['Неверный код из СМС'] });
    }
    const fifth = await transfer(company.admin, card.id, { sum: 10, sms: wrong });
    expect(fifth.body.error_messages?.sms?.[0]).toMatch(/Слишком много/);
    const tooLate = await transfer(company.admin, card.id, { sum: 10, sms: right });
    expect(tooLate.status).toBe(400);
    expect(await unallocated(company)).toBe(100_00);
  });

  test('guesses at the same time share no try', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const right = await givenCode(api, company.admin, 'transfer', card.id);
    const guesses = Array.from({ length: 20 }, (_, index) =>
      String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'),
    );
    await Promise.all(guesses.map((sms) => transfer(company.admin, card.id, { sum: 10, sms })));
    const after = await transfer(company.admin, card.id, { sum: 10, sms: right });
    expect(after.status).toBe(400);
  });

  test('an expired code confirms nothing', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    api.clock.advanceSeconds(301);
    const answer = await transfer(company.admin, card.id, { sum: 10, sms });
    expect(answer.body.error_messages?.sms?.[0]).toMatch(/истёк/);
  });

  test('a code confirms one movement, not two', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const answers = await Promise.all([
      transfer(company.admin, card.id, { sum: 10, sms }),
      transfer(company.admin, card.id, { sum: 10, sms }),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await unallocated(company)).toBe(90_00);
  });

  test('a code that another tab has used is called used, so no money is sent again', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const [card, other] = [await givenCard(api, company.id), await givenCard(api, company.id)];
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    expect((await transfer(company.admin, card.id, { sum: 10, sms })).status).toBe(200);
    const input = async (cardId: number) =>
      (await transfer(company.admin, cardId, { sum: 10, sms })).body.error_messages;
    expect(await input(card.id)).toEqual({ sms: [SMS_MESSAGES.used] });
    expect(await input(other.id)).toEqual({ sms: [SMS_MESSAGES.wrong] });
    api.clock.advanceSeconds(301);
    expect(await input(card.id)).toEqual({ sms: [SMS_MESSAGES.wrong] });
  });

  test('a colleague’s code, another card’s code and a payout’s code confirm nothing', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const other = await givenCard(api, company.id);
    const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const codes = [
      await givenCode(api, colleague, 'transfer', card.id),
      await givenCode(api, company.admin, 'transfer', other.id),
      await givenCode(api, company.admin, 'payout', card.id),
    ];
    for (const sms of codes) {
      const answer = await transfer(company.admin, card.id, { sum: 10, sms });
      expect(answer.body.error_messages).toHaveProperty('sms');
    }
  });

  test('§7.12 the bare code of the spec confirms any one operation', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin);
    expect((await transfer(company.admin, card.id, { sum: 10, sms })).status).toBe(200);
    expect((await transfer(company.admin, card.id, { sum: 10, sms })).status).toBe(400);
  });
});

describe('a repeated transfer request', () => {
  test('a repeated request is one movement with one response, also at once', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const input = { sum: 30, sms, key: 'one-movement' };
    const [first, second] = await Promise.all([
      transfer(company.admin, card.id, input),
      transfer(company.admin, card.id, input),
    ]);
    const third = await transfer(company.admin, card.id, input);
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(third.body.data.id).toBe(first.body.data.id);
    expect(await unallocated(company)).toBe(70_00);
  });

  test('a repeated request with another body is an error', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    await transfer(company.admin, card.id, { sum: 30, sms, key: 'key-of-another-body' });
    const other = await transfer(company.admin, card.id, { sum: 31, sms, key: 'key-of-another-body' });
    expect(other.status).toBe(409);
    expect(await unallocated(company)).toBe(70_00);
  });

  test('another user’s request with the same key never gets the first one’s response', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const input = { sum: 30, sms, key: '1' };
    expect((await transfer(company.admin, card.id, input)).status).toBe(200);
    const outsider = (await givenCompany(api, { unallocatedKopecks: 100_00 })).admin;
    expect((await transfer(outsider, card.id, input)).body).toEqual({
      code: 404,
      message: 'Карта не найдена',
    });
    const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect((await transfer(colleague, card.id, input)).body.error_messages).toHaveProperty('sms');
    expect(await unallocated(company)).toBe(70_00);
  });
});

describe('the network', () => {
  async function moved(mood: 'twice' | 'late' | 'never' | 'refuse' | 'drop') {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const timeoutMs = api.ctx.config.networkTimeoutMs;
    api.ctx.config.networkTimeoutMs = mood === 'refuse' ? timeoutMs : 50;
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    // The queue may send another card's command again meanwhile.
    api.setMood((command) => {
      if (!('cardNumber' in command) || command.cardNumber !== card.number) return undefined;
      ask();
      return mood;
    });
    const answer = await transfer(company.admin, card.id, { sum: 40, sms });
    // The answer may come before the job that asks the network.
    await isAsked;
    api.setMood(() => undefined);
    api.ctx.config.networkTimeoutMs = timeoutMs;
    return { company, card, answer };
  }

  async function readCardNow(company: GivenCompany, cardId: number) {
    const found = await rows(
      api.ctx.db.system,
      sql<{
        balance_kopecks: number;
      }>`select balance_kopecks from ledger_account where company_id = ${company.id} and card_id = ${cardId}`,
    );
    return found[0]?.balance_kopecks;
  }

  test('refuses: the money goes back where it came from', async () => {
    const { company, card } = await moved('refuse');
    await settle();
    expect(await unallocated(company)).toBe(100_00);
    expect(await readCardNow(company, card.id)).toBe(0);
    await expectBooksToAgree(api);
  });

  test('the network answers twice: the money arrives once', async () => {
    const { company, card } = await moved('twice');
    await settle();
    await api.pollNetworks();
    await api.pollNetworks();
    expect(await readCardNow(company, card.id)).toBe(40_00);
    expect(await unallocated(company)).toBe(60_00);
    await expectBooksToAgree(api);
  });

  test('the network answers late: the money waits on its way, and then arrives', async () => {
    const { company, card, answer } = await moved('late');
    expect(answer.status).toBe(200);
    expect(answer.body.data.inProgressOperations).toHaveLength(1);
    await settle();
    expect([await unallocated(company), await readCardNow(company, card.id)]).toEqual([60_00, 0]);
    api.clock.advanceSeconds(61);
    await api.pollNetworks();
    expect([await unallocated(company), await readCardNow(company, card.id)]).toEqual([60_00, 40_00]);
    await expectBooksToAgree(api);
  });

  test('never answers: the money is neither lost nor given twice', async () => {
    const { company, card } = await moved('never');
    await settle();
    api.clock.advanceSeconds(3600);
    await api.pollNetworks();
    expect([await unallocated(company), await readCardNow(company, card.id)]).toEqual([60_00, 0]);
    await expectBooksToAgree(api);
  });

  test('a network whose connection breaks after the transfer has done it once', async () => {
    const { company, card } = await moved('drop');
    await settle();
    expect(await readCardNow(company, card.id)).toBe(40_00);
    expect(await networkBalance(card)).toBe(40_00);
    await expectBooksToAgree(api);
  });

  test('a transfer whose process died after the reserve is ended by the next process', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    await stopJobsAfter(async (dying) => {
      await dying.post(`/api/card/${card.id}/transaction`, {
        token: company.admin.token,
        form: { sum: 40, sms, mode: 1 },
      });
    });
    expect([await unallocated(company), await readCardNow(company, card.id)]).toEqual([60_00, 0]);
    api.clock.advanceSeconds(6);
    await pollOperations(api.ctx);
    await expect.poll(() => readCardNow(company, card.id)).toBe(40_00);
    expect(await unallocated(company)).toBe(60_00);
    await expectBooksToAgree(api);
  });

  /** Does the work in a process without a queue, which then dies together with the job that the work asked for. */
  async function stopJobsAfter(work: (dying: TestApi) => Promise<void>): Promise<void> {
    // The queue loses each new job, as if its worker had taken the job and died.
    await askOwner(
      api,
      `create function forget_job() returns trigger language plpgsql as 'begin return null; end';
       create trigger forget_job before insert on graphile_worker._private_jobs
         for each row execute function forget_job()`,
    );
    const dying = await startApi({
      databaseUrl: api.databaseUrl,
      jobs: false,
      env: { NETWORK_PATIENCE_MS: '0' },
      overrides: { clock: api.clock },
    });
    await work(dying);
    await dying.stop();
    await askOwner(
      api,
      'drop trigger forget_job on graphile_worker._private_jobs; drop function forget_job()',
    );
  }

  async function networkBalance(card: { number: string }): Promise<number | undefined> {
    const states = await api.ctx.getNetwork(PARTNER.gpn).cardStates();
    return states.find((state) => state.cardNumber === card.number)?.balanceKopecks;
  }

  /** Carries out what waits, as the next turns of the jobs would. */
  async function settle(): Promise<void> {
    const waiting = await rows(
      api.ctx.db.system,
      sql<{
        id: number;
      }>`select id from operation where status_id = ${OPERATION_STATUS.inProgress} order by id`,
    );
    for (const { id } of waiting) await carryOutOperation(api.ctx, id);
  }
});
