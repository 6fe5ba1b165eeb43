import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_ACTIONS } from '#contract/access-actions.ts';
import { allCalls } from '#contract/calls.ts';
import { kopecks } from '#contract/kopecks.ts';
import { SMS_MESSAGES, SMS_PURPOSES } from '#contract/identity/sms-code.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { codeText } from '../../messaging/sms-codes/code-text.ts';
import { describeAction } from './describe-action.ts';
import { sendCode } from '../../messaging/sms-codes/send-code.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  // No network is asked, so there is no use waiting for an answer.
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
});
afterAll(() => api.stop());

function ask(person: GivenPerson, query = ''): Promise<ApiResponse> {
  return api.get(`/api/sms${query}`, { token: person.token });
}

function lastText(person: GivenPerson): string {
  return (api.ctx.outbox?.messages(person.phone)[0]?.text ?? '').replaceAll('\u00a0', ' ');
}

function givenMember(role: 'admin' | 'manager' | 'specialist' = 'manager'): Promise<GivenPerson> {
  return givenPerson(api, { companyId: company.id, role });
}

/** Orders a card or moves money to one with a code. */
async function givenConfirmableDocument(
  { token }: GivenPerson,
  purpose: 'order' | 'transfer',
): Promise<(sms: string) => Promise<ApiResponse>> {
  const card = await givenCard(api, company.id);
  const [url, fields] =
    purpose === 'order'
      ? ['/api/cardsRequest', { item: [{ cards_cnt: 1, partner_id: 2 }] }]
      : [`/api/card/${card.id}/transaction`, { sum: '10', mode: 1 }];
  return (sms) => api.post(url, { token, json: { ...fields, sms } });
}

describe('the last line of a message', () => {
  it.each([
    ['https://cards.example', '@cards.example'],
    ['https://карты.рф/', '@xn--80atti9b.xn--p1ai'],
  ])(
    'the last line of a message binds the code to %s, so a phone fills it there only',
    async (publicUrl, bound) => {
      const text = formatSms(publicUrl);
      const code = /^Код (\d{6}): /.exec(text)?.[1];
      expect(text.split('\n')).toEqual([`Код ${code}: вход. Никому не сообщайте`, `${bound} #${code}`]);
    },
  );

  it.each([null, 'http://cards.example', 'https://cards.example:8443'])(
    'the last line is absent at %s: a phone would not fill the code',
    (publicUrl) => {
      expect(formatSms(publicUrl)).toBe('Код 123456: вход. Никому не сообщайте. Магистраль');
    },
  );

  it('the last line goes out with the code, and is in the evidence without it', async () => {
    const bound = { ...api.ctx, config: { ...api.ctx.config, publicUrl: 'https://cards.example' } };
    const person = await givenMember();
    await sendCode(bound, {
      phone: person.phone,
      userId: person.id,
      tokenHash: null,
      purpose: 'edm',
      subject: null,
      sumKopecks: null,
      action: 'подключение',
      ip: '127.0.0.1',
    });
    const sms = api.lastCode(person.phone);
    expect(lastText(person).endsWith(`\n@cards.example #${sms}`)).toBe(true);
    const { rows } = await sql<{ text: string }>`
      select text from sms_message order by code_id desc limit 1`.execute(api.ctx.db.system);
    expect(rows[0]?.text).toBe('Код ••••••: подключение. Никому не сообщайте\n@cards.example #••••••');
  });

  function formatSms(publicUrl: string | null): string {
    return codeText({ operator: api.ctx.config.operator, publicUrl }, 'вход', '123456');
  }
});

describe('a code’s message', () => {
  const title = fc.string({ minLength: 1, maxLength: 120 });
  const month = fc.integer({ min: 1, max: 12 }).map((number) => `2026-${String(number).padStart(2, '0')}`);
  const about = fc.record({
    sumKopecks: fc.option(fc.integer({ min: 1, max: 999_999_999_99 }).map(kopecks)),
    cardTail: fc.option(fc.constant('1234')),
    month: fc.option(month),
    lastMonth: fc.option(month),
    documents: fc.option(fc.integer({ min: 2, max: 100 })),
    network: fc.option(title),
    title: fc.option(title),
    order: fc.option(fc.constant('123456789')),
    cards: fc.option(fc.integer({ min: 1, max: 500 })),
    call: fc.constantFrom(null, ...Object.keys(ACCESS_ACTIONS)),
  });

  it('a code’s message is one SMS of 70 characters for any subject and host', () => {
    const purpose = fc.constantFrom(null, ...SMS_PURPOSES);
    const host = fc.option(fc.domain().map((name) => `https://${name}/`));
    fc.assert(
      fc.property(
        purpose,
        about,
        host,
        title,
        fc.option(title),
        (purpose, details, publicUrl, name, company) => {
          const operator = { ...api.ctx.config.operator, name };
          const action = describeAction(purpose, details);
          const text = codeText({ operator, publicUrl }, action, '123456', company);
          expect(text.length).toBeLessThanOrEqual(70);
          expect(text).toMatch(/^Код 123456: ./);
        },
      ),
    );
  });

  it('a code’s message has its month, sum and card, however long the title', () => {
    fc.assert(
      fc.property(about, title, (details, title) => {
        const text = describeAction('document', { ...details, title, month: '2026-09', lastMonth: null });
        expect(text).toMatch(/ за сентябрь 2026( года)?$/);
        expect(text.length).toBeLessThanOrEqual(58);
      }),
    );
  });

  it('a code’s message names each call that wants a fresh code', () => {
    const calls = allCalls.filter(({ needsFreshCode }) => needsFreshCode);
    expect(Object.keys(ACCESS_ACTIONS).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  });
});

describe('a confirmation code', () => {
  it('a code goes to the phone of the signed-in user, whatever the query says (§7.12, §7.13)', async () => {
    const person = await givenMember();
    const reply = await ask(person, '?phone=79990000000');
    expect(reply.body).toEqual({ code: 200, data: { resend_after: 45 } });
    expect(lastText(person)).toMatch(
      /^Код \d{6}: подтверждение операции\. Никому не сообщайте\. Магистраль$/,
    );
    expect(api.ctx.outbox?.messages('79990000000')).toEqual([]);
    expect((await api.get('/api/sms')).status).toBe(401);
  });

  it.each([
    ['order', '', 'заказ топливных карт'],
    ['order', '&sum=1500', 'заказ топливных карт на 1 500,00 ₽'],
    ['order', '&sum=1500&subject=№7 1x3', 'изменение заявки № 7, 1 500,00 ₽'],
    ['order', '&subject=1x3', 'заказ топливных карт'],
    ['transfer', '&sum=1 234,5', 'перевод 1 234,50 ₽ на карту'],
    ['payout', '&sum=0', 'вывод средств с карты на счёт'],
    ['document', '&subject=2026-08', 'подтверждение документов за август 2026 года'],
    ['objection', '&subject=2026-08', 'возражение по документам за август 2026 года'],
    ['edm', '', 'подключение электронного документооборота'],
    ['access', '&subject=createKey', 'создание ключа для программ'],
    ['access', '&subject=createWebhook', 'отправка событий на новый адрес'],
    ['access', '&subject=changeMail', 'изменение почты'],
    ['access', '', 'изменение доступа или данных для входа'],
    ['access', '&subject=constructor', 'изменение доступа или данных для входа'],
  ])('the message names the action: %s%s', async (purpose, more, details) => {
    const person = await givenMember();
    expect((await ask(person, `?purpose=${purpose}${more}`)).status).toBe(200);
    expect(lastText(person)).toMatch(new RegExp(`: ${details}($|\\. )`));
  });

  it('a code names the card’s last digits, and never another company’s', async () => {
    const [person, other] = [await givenMember(), await givenCompany(api)];
    const card = await givenCard(api, company.id);
    const foreign = await givenCard(api, other.id);
    expect((await ask(person, `?purpose=transfer&subject=00${card.id}&sum=10`)).status).toBe(200);
    expect(lastText(person)).toContain(`перевод 10,00 ₽ на карту *${card.number.slice(-4)}.`);
    for (const subject of [foreign.id, 999_999_999, '9'.repeat(30), 'x']) {
      const reply = await ask(person, `?purpose=payout&subject=${subject}`);
      expect(reply.body).toEqual({ code: 404, message: 'Карта не найдена' });
    }
  });

  it('a code names the document and month, and never another company’s (§4.31, §4.32)', async () => {
    const [person, staff, other] = [await givenMember(), await givenStaff(api), await givenCompany(api)];
    const id = await givenDocument(api, staff, company, { title: 'УПД № 202608-4-2' });
    expect((await ask(person, `?purpose=document&subject=00${id}`)).status).toBe(200);
    expect(lastText(person)).toContain(': подтверждение «УПД № 202608-4-2» за август 2026 года');
    expect((await ask(person, `?purpose=objection&subject=${id}`)).status).toBe(200);
    expect(lastText(person)).toContain(': возражение по «УПД № 202608-4-2» за август 2026 года');
    const long = await givenDocument(api, staff, company, { title: 'Акт '.repeat(30) });
    expect((await ask(person, `?purpose=document&subject=${long}`)).status).toBe(200);
    expect(lastText(person)).toMatch(/: подтверждение «Акт [^»]{10,60}…» за август 2026$/);
    const foreign = await givenDocument(api, staff, other);
    for (const subject of [foreign, 999_999_999, '9'.repeat(16)]) {
      for (const purpose of ['document', 'objection']) {
        const reply = await ask(person, `?purpose=${purpose}&subject=${subject}`);
        expect(reply.body).toEqual({ code: 404, message: 'Документ не найден' });
      }
    }
  });

  it('a code for several documents names their number and months', async () => {
    const [person, staff] = [await givenMember(), await givenStaff(api)];
    const august = await givenDocument(api, staff, company, { title: 'УПД' });
    const other = await givenDocument(api, staff, company, { title: 'Реестр' });
    const subject = `${other},00${august}`;
    expect((await ask(person, `?purpose=document&subject=${subject}`)).status).toBe(200);
    expect(lastText(person)).toContain(': подтверждение 2 документов за август 2026 года');
    const later = await givenDocument(api, staff, company, { month: '2026-09' });
    expect((await ask(person, `?purpose=document&subject=${august},${later}`)).status).toBe(200);
    expect(lastText(person)).toContain(': подтверждение 2 документов за 08.2026–09.2026');
    const foreign = await givenDocument(api, staff, await givenCompany(api));
    expect((await ask(person, `?purpose=document&subject=${august},${foreign}`)).body).toEqual({
      code: 404,
      message: 'Документ не найден',
    });
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    for (const query of [`document&subject=${many}`, `objection&subject=${subject}`])
      expect((await ask(person, `?purpose=${query}`)).body.error_messages).toHaveProperty('subject');
  });

  it('a code for one card confirms no other card, action or sum', async () => {
    const person = await givenMember();
    const [card, another] = [
      await givenCard(api, company.id),
      await givenCard(api, company.id, { balanceKopecks: 100_00 }),
    ];
    await ask(person, `?purpose=transfer&subject=${card.id}&sum=10`);
    const sms = api.lastCode(person.phone);
    const tries: [number, object][] = [
      [another.id, { sum: 10, mode: 1 }],
      [another.id, { sum: 10, mode: 0 }],
      [card.id, { sum: 11, mode: 1 }],
    ];
    for (const [id, body] of tries) {
      const reply = await api.post(`/api/card/${id}/transaction`, {
        token: person.token,
        json: { ...body, sms },
      });
      expect(reply.body).toMatchObject({ code: 400, error_messages: { sms: [SMS_MESSAGES.wrong] } });
    }
  });

  it.each(['order', 'transfer'] as const)(
    'a code guessed at five times (%s) is refused differently from a wrong one',
    async (purpose) => {
      const person = await givenMember();
      const input = await givenConfirmableDocument(person, purpose);
      await ask(person, `?purpose=${purpose}`);
      const code = api.lastCode(person.phone);
      const wrong = code === '111111' ? '222222' : '111111';
      for (let guess = 1; guess < 5; guess += 1)
        expect((await input(wrong)).body.error_messages).toEqual({ sms: [SMS_MESSAGES.wrong] });
      for (const sms of [wrong, code, wrong])
        expect((await input(sms)).body.error_messages).toEqual({ sms: [SMS_MESSAGES.exhausted] });
      await ask(person, `?purpose=${purpose}`);
      expect((await input(wrong)).body.error_messages).toEqual({ sms: [SMS_MESSAGES.wrong] });
      expect((await input(api.lastCode(person.phone))).status).toBe(200);
    },
  );

  it('a code is not sent to a role without the right; ordering needs no company yet (§6.4, §6.8)', async () => {
    const specialist = await givenMember('specialist');
    for (const purpose of ['order', 'transfer', 'payout', 'document', 'objection', 'edm']) {
      expect((await ask(specialist, `?purpose=${purpose}`)).body).toEqual({
        code: 403,
        message: 'Недостаточно прав',
      });
    }
    const newcomer = await givenPerson(api);
    expect((await ask(newcomer, '?purpose=order')).status).toBe(200);
    expect((await ask(newcomer, '?purpose=transfer')).status).toBe(403);
  });

  it('a code for an unknown purpose or sum is refused', async () => {
    const person = await givenMember();
    expect((await ask(person, '?purpose=theft')).body.error_messages).toHaveProperty('purpose');
    expect((await ask(person, '?purpose=transfer&sum=-5')).body.error_messages).toHaveProperty('sum');
    expect((await ask(person, '?purpose=transfer&sum=1.234')).status).toBe(400);
  });

  it('a code for an impossible month is not sent', async () => {
    const person = await givenMember();
    for (const purpose of ['document', 'objection']) {
      for (const subject of ['2026-13', '2026-1', 'август', '1:2026-00']) {
        const reply = await ask(person, `?purpose=${purpose}&subject=${encodeURIComponent(subject)}`);
        expect([reply.status, Object.keys(reply.body.error_messages ?? {})]).toEqual([400, ['subject']]);
      }
      for (const subject of ['2026-08', '1:2026-08'])
        expect((await ask(person, `?purpose=${purpose}&subject=${subject}`)).status).toBe(200);
    }
  });

  it('a code comes again after 45 s; one for another action need not wait', async () => {
    const person = await givenMember();
    expect((await ask(person)).status).toBe(200);
    const soon = await ask(person);
    expect(soon.status).toBe(429);
    expect(soon.headers.get('retry-after')).toBe('45');
    expect((await ask(person, '?purpose=edm')).status).toBe(200);
    api.clock.advanceSeconds(45);
    expect((await ask(person)).status).toBe(200);
  });

  it.each(['order', 'transfer'] as const)(
    'a code that is still on screen (%s) is good beside the one that replaced it',
    async (purpose) => {
      const person = await givenMember();
      const input = await givenConfirmableDocument(person, purpose);
      await ask(person, `?purpose=${purpose}`);
      const replaced = api.lastCode(person.phone);
      api.clock.advanceSeconds(45);
      await ask(person, `?purpose=${purpose}`);
      const current = api.lastCode(person.phone);
      expect((await input(replaced)).body.error_messages).toEqual({ sms: [SMS_MESSAGES.wrong] });
      expect((await input(current)).status).toBe(200);
    },
  );

  it('a code for another sum of a transfer comes at once: the first can’t confirm it', async () => {
    const person = await givenMember();
    const card = await givenCard(api, company.id);
    expect((await ask(person, `?purpose=transfer&subject=${card.id}&sum=100`)).status).toBe(200);
    expect((await ask(person, `?purpose=transfer&subject=${card.id}&sum=100`)).status).toBe(429);
    expect((await ask(person, `?purpose=transfer&subject=${card.id}&sum=200`)).status).toBe(200);
    const sms = api.lastCode(person.phone);
    const input = { sum: 200, sms, mode: 1 };
    expect(
      (await api.post(`/api/card/${card.id}/transaction`, { token: person.token, form: input })).status,
    ).toBe(200);
  });

  it('a code is sent for an earlier sum again, though its first code was replaced', async () => {
    const person = await givenMember();
    const card = await givenCard(api, company.id);
    const askFor = (sum: number) => ask(person, `?purpose=transfer&subject=${card.id}&sum=${sum}`);
    for (const sum of [100, 200]) expect((await askFor(sum)).status).toBe(200);
    expect((await askFor(100)).status).toBe(200);
    const moved = await api.post(`/api/card/${card.id}/transaction`, {
      token: person.token,
      form: { sum: 100, mode: 1, sms: api.lastCode(person.phone) },
    });
    expect(moved.status).toBe(200);
    expect((await askFor(300)).status).toBe(200);
    expect((await askFor(300)).headers.get('retry-after')).toBe('45');
  });

  it('a code for a first order reaches a user whose company has not joined yet', async () => {
    const outside = await givenPerson(api);
    await sql`
      with known as (
        insert into company (inn, title, legal_form, created_at)
        values ('0012345678', 'ООО «Ещё не с нами»', 'ООО', now()) returning id
      )
      update app_user set company_id = (select id from known) where id = ${outside.id}`.execute(
      api.ctx.db.system,
    );
    expect((await ask(outside, '?purpose=order')).status).toBe(200);
  });
});

it('a code names the company of a user who acts for several, in one SMS', async () => {
  const [home, further] = [await givenCompany(api), await givenCompany(api)];
  const card = await givenCard(api, further.id);
  const person = home.admin;
  const askTransfer = () => ask(person, `?purpose=transfer&subject=${card.id}&sum=1500`);
  await ask(person, '?purpose=edm');
  expect(lastText(person)).not.toContain(home.inn);
  const json = { phone: person.phone, firstname: 'Олег', lastname: '', role_id: 9 };
  const { id } = (await api.post('/api/users', { token: further.admin.token, json })).body.data;
  expect((await api.post(`/api/invitations/${id}/accept`, { token: person.token })).status).toBe(200);
  await api.post(`/api/companies/${further.id}/enter`, { token: person.token });
  api.clock.advanceSeconds(60);
  expect((await askTransfer()).status).toBe(200);
  const text = lastText(person);
  expect(text).toContain(`перевод 1 500,00 ₽ на карту *${card.number.slice(-4)}, Перевозчик`);
  expect(text.length).toBeLessThanOrEqual(70);
  api.clock.advanceSeconds(60);
  await ask(person, '?purpose=order&subject=1x3');
  expect(lastText(person)).not.toContain('Перевозчик');
});
