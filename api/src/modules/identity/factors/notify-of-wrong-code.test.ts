import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';
import { confirmBy, givenTotp, oneTimePassword, signedInBySms } from '../../../testing/second-factor.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: 'https://portal.example' } });
});
afterAll(() => api.stop());

const SUBJECT = 'Неверный код второго фактора';

test('a user is notified of wrong codes in his name, once in 15 minutes and not by SMS', async () => {
  const { admin } = await givenCompany(api);
  const address = await givenAddress(api, admin, { confirmed: true });
  const { secret } = await givenTotp(api, await signedInBySms(api, admin.phone));
  const token = await signedInBySms(api, admin.phone);
  const guess = () => confirmBy(api, 'totp', token, oneTimePassword(api, secret, 40));
  const reported = async () =>
    (await listEmailsTo(api, address)).filter(({ subject }) => subject.includes(SUBJECT)).length;
  const sms = () => (api.ctx.outbox?.messages(admin.phone) ?? []).filter(({ code }) => code === null).length;

  expect(await reported()).toBe(0);
  const before = sms();
  expect((await guess()).status).toBe(400);
  expect(await reported()).toBe(1);
  expect((await guess()).status).toBe(400);
  expect((await confirmBy(api, 'recovery', token, 'AAAA-AAAA-AAAA')).status).toBe(400);
  expect(await reported()).toBe(1);
  api.clock.advanceSeconds(14 * 60);
  await guess();
  expect(await reported()).toBe(1);
  api.clock.advanceSeconds(60);
  await guess();
  expect(await reported()).toBe(2);
  expect(sms()).toBe(before);
  const [email] = await listEmailsTo(api, address);
  expect(email?.plain).toMatch(/при входе в кабинет ввели неверный код, .+ по Москве/);
});

test('a right code notifies no one', async () => {
  const { admin } = await givenCompany(api);
  const address = await givenAddress(api, admin, { confirmed: true });
  const { secret } = await givenTotp(api, await signedInBySms(api, admin.phone));
  const token = await signedInBySms(api, admin.phone);
  expect((await confirmBy(api, 'totp', token, oneTimePassword(api, secret))).status).toBe(200);
  const emails = await listEmailsTo(api, address);
  expect(emails.some(({ subject }) => subject.includes(SUBJECT))).toBe(false);
});
