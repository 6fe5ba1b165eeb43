import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SmsMessage, SmsOutcome } from '../../../gateways/sms/sms.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { dueTimes } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { CLAIM_SECONDS, watchBalance } from './watch-balance.ts';

let api: TestApi;
let sent: SmsMessage[] = [];
const ACCEPTED: SmsOutcome = { accepted: true, providerId: 'x' };
let outcome: SmsOutcome = ACCEPTED;
/** Behaviour of the provider, if a test sets its own. */
let provider: ((message: SmsMessage) => Promise<SmsOutcome>) | null = null;

beforeAll(async () => {
  // The queue stands still: the test does its work, so that it knows when nothing more is to come.
  api = await startApi({ secondPersonConfirms: true, jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  const { sms } = api.ctx;
  const forward = sms.send.bind(sms);
  sms.send = (message) => {
    if (!message.clientId.startsWith('balance:')) return forward(message);
    if (provider) return provider(message);
    if (outcome.accepted) sent.push(message);
    return Promise.resolve(outcome);
  };
});

afterAll(() => api.stop());

const setThreshold = (person: GivenPerson, threshold: unknown) =>
  api.post('/api/client/availableFunds', { token: person.token, json: { threshold } });

const distribute = (company: GivenCompany, sum: number, path = '') =>
  api.post(`/api/client/${company.id}/accounts${path}`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: 1, sum }] },
  });

const revoke = (company: GivenCompany, sum: number) => distribute(company, sum, '/revoke');

/** Returns the messages that the queue would send by now. */
async function messages(company: GivenCompany): Promise<SmsMessage[]> {
  sent = [];
  await watchBalance(api.ctx, company.id);
  return sent;
}

describe('the threshold', () => {
  test('§4.35 §7.38 a threshold is set, changed and cancelled', async () => {
    const { admin } = await givenCompany(api, { unallocatedKopecks: 100_00 });
    expect((await setThreshold(admin, 50)).body.data).toEqual({ threshold: 50 });
    expect((await setThreshold(admin, '1 000,50')).body.data).toEqual({ threshold: 1000.5 });
    expect((await setThreshold(admin, null)).body.data).toEqual({ threshold: null });
  });

  test('§5.33 an empty string changes nothing, and a form can cancel', async () => {
    const { admin } = await givenCompany(api);
    await setThreshold(admin, 50);
    const ignored = await setThreshold(admin, '');
    expect([ignored.status, ignored.body.data]).toEqual([200, { threshold: 50 }]);
    const form = await api.post('/api/client/availableFunds', {
      token: admin.token,
      form: { threshold: 'null' },
    });
    expect(form.body.data).toEqual({ threshold: null });
  });

  test.each([
    [0, 'Сумма должна быть больше нуля'],
    [-5, 'Сумма указывается цифрами, например 1 500,50'],
    ['сто', 'Сумма указывается цифрами, например 1 500,50'],
    ['1.005', 'В сумме не больше двух знаков после запятой'],
    [1_000_000, 'В сумме не больше 6 цифр до запятой'],
    [undefined, 'Укажите сумму'],
    [[1], 'Укажите сумму'],
  ])('a threshold of %s is refused with what is wrong with it', async (input, sentence) => {
    const { admin } = await givenCompany(api);
    const answer = await setThreshold(admin, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toEqual({ threshold: [sentence] });
  });

  test('a threshold is not set by a specialist, without a session or for another company', async () => {
    const company = await givenCompany(api);
    const other = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await setThreshold(specialist, 50)).status).toBe(403);
    expect((await api.post('/api/client/availableFunds', { json: { threshold: 50 } })).status).toBe(401);
    await setThreshold(company.admin, 50);
    await distribute(other, 100);
    expect(await messages(other)).toEqual([]);
  });
});

describe('§1.20 the message', () => {
  test('an alert comes once when the balance falls to the threshold, again after a rise', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    await distribute(company, 400);
    expect(await messages(company)).toEqual([]);
    await distribute(company, 200);
    const first = await messages(company);
    expect(first.map((message) => message.phone)).toEqual([company.admin.phone]);
    expect(first[0]?.text.replaceAll('\u00a0', ' ')).toContain('осталось 400,00 ₽, порог 500,00 ₽');
    await distribute(company, 100);
    expect(await messages(company)).toEqual([]);
    await revoke(company, 600);
    expect(await messages(company)).toEqual([]);
    await distribute(company, 600);
    expect(await messages(company)).toHaveLength(1);
  });

  test('an alert is not lost when the balance rises and falls again before delivery', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    await distribute(company, 600);
    await revoke(company, 600);
    expect(await messages(company)).toEqual([]);
    await distribute(company, 600);
    await revoke(company, 600);
    await distribute(company, 600);
    expect(await messages(company)).toHaveLength(1);
  });

  test('an alert is not sent where the balance was below when the threshold was set', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await setThreshold(company.admin, 500);
    await distribute(company, 50);
    expect(await messages(company)).toEqual([]);
  });

  test('an alert is sent once for ten movements at once, with any number of watchers', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    await Promise.all(Array.from({ length: 10 }, () => distribute(company, 90)));
    sent = [];
    await Promise.all(Array.from({ length: 4 }, () => watchBalance(api.ctx, company.id)));
    expect(sent).toHaveLength(1);
  });

  test('an alert follows a transfer to a card', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00, creditKopecks: 1000_00 });
    const card = await givenCard(api, company.id);
    await setThreshold(company.admin, 300);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    await api.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      form: { sum: 800, sms, mode: 1 },
    });
    expect(await messages(company)).toHaveLength(1);
  });

  test('an alert comes where the balance equals its threshold, to the kopeck', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    await distribute(company, 500);
    expect(await dueTimes(api, `watch-balance:${company.id}`)).toHaveLength(1);
    expect(await messages(company)).toHaveLength(1);
    const other = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(other.admin, 1000);
    await distribute(other, 0.01);
    expect(await messages(other)).toHaveLength(1);
  });

  test('an alert counts no credit: it comes when the company’s own money has come down', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00, creditKopecks: 500_000_00 });
    await setThreshold(company.admin, 300);
    await distribute(company, 600);
    expect(await messages(company)).toEqual([]);
    await distribute(company, 100);
    const [message] = await messages(company);
    expect(message?.text.replaceAll('\u00a0', ' ')).toContain(
      'своих средств осталось 300,00 ₽, порог 300,00 ₽',
    );
    await distribute(company, 1000);
    expect(await messages(company)).toEqual([]);
    await revoke(company, 1700);
    await distribute(company, 1500);
    const [used] = await messages(company);
    expect(used?.text.replaceAll('\u00a0', ' ')).toContain('своих средств осталось 0,00 ₽');
  });

  test('an alert does not come when staff change the credit', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 600_00, creditKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    const { token } = await givenStaff(api);
    for (const creditSum of [0, 100, 5000]) {
      await api.put(`/staff/api/clients/${company.id}/credit`, { token, json: { creditSum } });
    }
    expect(await dueTimes(api, `watch-balance:${company.id}`)).toEqual([]);
    expect(await messages(company)).toEqual([]);
  });

  test('an alert goes to the threshold’s author, or to the admins once he has left', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    await setThreshold(manager, 500);
    await distribute(company, 600);
    expect((await messages(company)).map((message) => message.phone)).toEqual([manager.phone]);
    await revoke(company, 600);
    await sql`update app_user set company_id = null, role = 'none' where id = ${manager.id}`.execute(
      api.ctx.db.system,
    );
    await distribute(company, 600);
    expect((await messages(company)).map((message) => message.phone)).toEqual([company.admin.phone]);
  });

  test('an alert that the provider did not take is retried, an impossible one is not', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    await distribute(company, 600);
    outcome = { accepted: false, kind: 'balance', message: 'our account is empty' };
    await expect(watchBalance(api.ctx, company.id)).rejects.toThrow('was not told');
    outcome = { accepted: false, kind: 'number', message: 'no such phone' };
    await watchBalance(api.ctx, company.id);
    outcome = ACCEPTED;
    expect(await messages(company)).toEqual([]);
  });

  /** A company whose balance has come down to its threshold, so that its message is due. */
  async function givenBalanceFall(): Promise<GivenCompany> {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    await setThreshold(company.admin, 500);
    await distribute(company, 600);
    return company;
  }

  test('an alert is sent by another process when its own is certain to have died', async () => {
    const company = await givenBalanceFall();
    await whileSending(company, () => new Promise(() => {}));
    expect(await messages(company)).toEqual([]);
    expect(await readSecondsToNextCheck(company)).toBe(CLAIM_SECONDS);
    api.clock.advanceSeconds(CLAIM_SECONDS);
    expect(await messages(company)).toHaveLength(1);
    expect(await messages(company)).toEqual([]);
  });

  test('an alert is sent at the next turn when its delivery breaks off', async () => {
    const company = await givenBalanceFall();
    provider = () => Promise.reject(new Error('broken'));
    await expect(watchBalance(api.ctx, company.id)).rejects.toThrow('broken');
    provider = null;
    expect(await messages(company)).toHaveLength(1);
  });

  test('an alert about a fall during the delivery of the previous one is sent too', async () => {
    const company = await givenBalanceFall();
    const answer = Promise.withResolvers<SmsOutcome>();
    const sending = await whileSending(company, () => answer.promise);
    await revoke(company, 600);
    await distribute(company, 600);
    answer.resolve(ACCEPTED);
    await sending.ended;
    expect(await messages(company)).toHaveLength(1);
    expect(await messages(company)).toEqual([]);
  });

  test('an alert has its own name for each fall and user, so no provider drops it', async () => {
    const company = await givenBalanceFall();
    await givenPerson(api, { companyId: company.id, role: 'admin' });
    await sql`update company set threshold_set_by = null where id = ${company.id}`.execute(api.ctx.db.system);
    const first = await messages(company);
    await revoke(company, 600);
    await distribute(company, 600);
    const second = await messages(company);
    expect(new Set([...first, ...second].map((message) => message.clientId)).size).toBe(4);
  });

  test('an alert has the same name when repeated, so that a provider sends it once', async () => {
    const company = await givenBalanceFall();
    const names: string[] = [];
    provider = ({ clientId }) => {
      names.push(clientId);
      return Promise.reject(new Error('broken'));
    };
    for (const _ of [1, 2]) await expect(watchBalance(api.ctx, company.id)).rejects.toThrow('broken');
    provider = null;
    names.push(...(await messages(company)).map((message) => message.clientId));
    expect(names).toEqual(Array(3).fill(names[0]));
  });

  /** Starts to send, and comes back as soon as the provider has been asked. */
  async function whileSending(company: GivenCompany, answer: () => Promise<SmsOutcome>) {
    let ended: Promise<void> = Promise.resolve();
    await new Promise<void>((requested) => {
      provider = () => {
        requested();
        return answer();
      };
      ended = watchBalance(api.ctx, company.id);
    });
    provider = null;
    return { ended };
  }

  /** Returns the seconds of the portal's clock until the queue checks this company again. */
  async function readSecondsToNextCheck(company: GivenCompany): Promise<number> {
    const [due] = await dueTimes(api, `watch-balance:${company.id}`);
    return ((due?.getTime() ?? NaN) - api.clock.now().getTime()) / 1000;
  }
});

test('the queue sends it by itself', async () => {
  const live = await startApi();
  try {
    const company = await givenCompany(live, { unallocatedKopecks: 1000_00 });
    const token = company.admin.token;
    const input = new Promise<string>((resolve) => {
      const { sms } = live.ctx;
      sms.send = (message) => {
        resolve(message.phone);
        return Promise.resolve({ accepted: true, providerId: 'x' });
      };
    });
    await live.post('/api/client/availableFunds', { token, json: { threshold: 500 } });
    await live.post(`/api/client/${company.id}/accounts`, {
      token,
      json: { accounts: [{ partner_id: 1, sum: 600 }] },
    });
    expect(await input).toBe(company.admin.phone);
  } finally {
    await live.stop();
  }
});
