import type { Page, Route } from '@playwright/test';
import { expect, expectNoAxeViolations, newPhone, test } from '../fixtures.ts';

test('§7.7 the Yandex widget appears only on request, and its token goes with the phone', async ({
  browser,
}) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const scripts: string[] = [];
  await page.route('https://smartcaptcha.cloud.yandex.ru/**', (route) => {
    scripts.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: YANDEX });
  });
  await configure(page, 'smartcaptcha');
  await page.goto('/login-driver');
  await page.getByLabel('Телефон').fill(newPhone());
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Изменить номер' }).click();
  await expectCaptchaShown(page);
  await page.getByLabel('Телефон').fill(newPhone());
  await page.getByRole('button', { name: 'Получить код' }).click();
  const widget = page.getByRole('group', { name: 'Проверка, что вы не робот' });
  await expect(widget.getByRole('button', { name: 'Я не робот' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeDisabled();
  expect(scripts).toHaveLength(1);
  await expectNoAxeViolations(page);
  const proven = page.waitForRequest('**/api/send-to-driver');
  await widget.getByRole('button', { name: 'Я не робот' }).click();
  expect((await proven).postDataJSON()).toMatchObject({ recaptchaToken: 'client-key:solved' });
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  await leave(page);
});

test('§7.7 Google’s captcha needs the setting and the server; its token goes with the phone', async ({
  browser,
}) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const google: string[] = [];
  await page.route('https://www.recaptcha.net/**', (route) => {
    google.push(route.request().url());
    return route.fulfill(fakeRecaptcha('(key, { action }) => Promise.resolve(`${key}:${action}`)'));
  });
  await configure(page, 'recaptcha');
  await expectCaptchaShown(page);
  await page.goto('/login-driver');
  await expect(page.getByText(/При частых запросах вход защищает reCAPTCHA от Google/)).toBeVisible();
  await page.getByLabel('Телефон').fill(newPhone());
  const requested = page.waitForRequest((request) => /site-key/.test(request.postData() ?? ''));
  await page.getByRole('button', { name: 'Получить код' }).click();
  expect((await requested).postDataJSON()).toMatchObject({ recaptchaToken: 'site-key:sign_in' });
  expect(google).toEqual(['https://www.recaptcha.net/recaptcha/api.js?render=site-key']);
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  await leave(page);
});

test('§7.7 a silent Google does not keep people waiting for a code', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const scripts: Route[] = [];
  await page.route('https://www.recaptcha.net/**', (route) => void scripts.push(route));
  await configure(page, 'recaptcha');
  await expectCaptchaShown(page);
  await page.clock.install();
  await page.goto('/login-driver');
  await page.getByLabel('Телефон').fill(newPhone());
  async function ask(): Promise<Route> {
    const before = scripts.length;
    await page.getByRole('button', { name: 'Получить код' }).click();
    await expect.poll(() => scripts.length).toBe(before + 1);
    return scripts[before] as Route;
  }
  async function expectGivenUp() {
    await page.clock.fastForward(60_000);
    await expect(page.getByRole('alert').getByText(/^Проверка reCAPTCHA не отвечает/)).toBeVisible();
  }
  await ask();
  await expectGivenUp();

  await test.step('nor does a Google that loads, but never answers', async () => {
    const script = await ask();
    await script.fulfill(fakeRecaptcha('() => new Promise(() => { asked = true; })'));
    await page.waitForFunction('window.asked');
    await expectGivenUp();
  });
  await test.step('after a failure the next captcha is a new one', async () => {
    const script = await ask();
    await script.fulfill(fakeRecaptcha("() => Promise.resolve('good')"));
    await expect(page.getByLabel('Код из СМС')).toBeVisible();
  });
  await leave(page);
});

/** Google's script, with this function as its `execute`. */
function fakeRecaptcha(execute: string) {
  const body = `window.grecaptcha = { ready: (f) => f(), execute: ${execute} };`;
  return { contentType: 'text/javascript', body };
}

/** The script of Yandex as far as the page knows it: a button that gives the token. */
const YANDEX = `
  window.smartCaptcha = {
    render: (box, { sitekey, callback }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Я не робот';
      button.addEventListener('click', () => callback(sitekey + ':solved'));
      box.append(button);
      return 1;
    },
    destroy: () => {},
    subscribe: () => () => {},
  };
  window.magistralCaptchaReady();`;

/** Only the page learns of the captcha. A server with a captcha would also allow it in its security policy. */
async function configure(page: Page, kind: 'recaptcha' | 'smartcaptcha'): Promise<void> {
  const operator = await (await page.request.get('/api/operator')).json();
  const siteKey = kind === 'recaptcha' ? 'site-key' : 'client-key';
  const json = { ...operator, data: { ...operator.data, captcha: { kind, siteKey } } };
  await page.route('**/api/operator', (route) => route.fulfill({ json }));
}

/** From here on the server answers as it does near its limits. */
async function expectCaptchaShown(page: Page): Promise<void> {
  const message = 'Подтвердите, что вы не робот';
  const json = { code: 400, message, errors: { message }, error_messages: { recaptchaToken: [message] } };
  await page.route('**/api/send-to-driver', (route) =>
    /fake-recaptcha-token/.test(route.request().postData() ?? '')
      ? route.fulfill({ status: 400, json })
      : route.continue(),
  );
}

/** The page may be reading again just then. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}
