import type { Page, Route } from '@playwright/test';
import { expect, newPhone, test } from './fixtures.ts';

test('§7.7 Google is asked only where the operator has configured it, and its token goes with the phone', async ({
  browser,
}) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const google: string[] = [];
  await page.route('https://www.recaptcha.net/**', (route) => {
    google.push(route.request().url());
    return route.fulfill(googleThat('(key, { action }) => Promise.resolve(`${key}:${action}`)'));
  });
  await configureRecaptcha(page);
  await page.goto('/login-driver');
  await expect(page.getByText(/Вход защищён reCAPTCHA от Google/)).toBeVisible();
  expect(google).toEqual([]);
  await page.getByLabel('Телефон').fill(newPhone());
  const asked = page.waitForRequest('**/api/send-to-driver');
  await page.getByRole('button', { name: 'Получить код' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ recaptchaToken: 'site-key:sign_in' });
  expect(google).toEqual(['https://www.recaptcha.net/recaptcha/api.js?render=site-key']);
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  await leave(page);
});

test('§7.7 a silent Google does not keep people waiting for a code', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const scripts: Route[] = [];
  await page.route('https://www.recaptcha.net/**', (route) => void scripts.push(route));
  await configureRecaptcha(page);
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
    await script.fulfill(googleThat('() => new Promise(() => { asked = true; })'));
    await page.waitForFunction('window.asked');
    await expectGivenUp();
  });
  await test.step('and the next try is made anew', async () => {
    const script = await ask();
    await script.fulfill(googleThat("() => Promise.resolve('good')"));
    await expect(page.getByLabel('Код из СМС')).toBeVisible();
  });
  await leave(page);
});

/** Google's script, with this function as its `execute`. */
function googleThat(execute: string) {
  const body = `window.grecaptcha = { ready: (f) => f(), execute: ${execute} };`;
  return { contentType: 'text/javascript', body };
}

/** Only the page is told of Google: the server's security policy would admit it if the server were. */
async function configureRecaptcha(page: Page): Promise<void> {
  const told = await (await page.request.get('/api/operator')).json();
  const json = { ...told, data: { ...told.data, recaptchaSiteKey: 'site-key' } };
  await page.route('**/api/operator', (route) => route.fulfill({ json }));
}

/** The page may be reading again just then. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}
