import {
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  lastCode,
  newPhone,
  signInByScreens,
  test,
} from '../fixtures.ts';
import { clickTwice } from '../pages/hold-time.ts';

/** The page's substitute for a phone's messages. */
type CodeListener = { hear?: (code: string) => void };

/** Known to the carrier directory of the demonstration programme, without a login to this one. */
const KNOWN_CARRIER = '79000000014';

test('§1.3 §2.7 §2.9 §4.20 §5.1 §5.2 §5.3 §5.4 §5.5 §9.1 a visitor registers by phone, code and name, nothing half filled goes through @phone', async ({
  page,
}) => {
  const phone = newPhone();
  await page.goto('/login-driver');
  const send = page.getByRole('button', { name: 'Получить код' });
  await expect(send).toBeDisabled();
  await expectNoAxeViolations(page);

  await test.step('§5.1 a number that is too short is refused with the reason', async () => {
    await page.getByLabel('Телефон').fill('912');
    await expect(page.getByLabel('Телефон')).toHaveValue('+7 (912');
    await send.click();
    await expect(page.getByText('Неверный номер телефона')).toBeVisible();
  });

  await test.step('§5.1 a pasted number of another country sends no code to a Russian one', async () => {
    const field = page.getByLabel('Телефон');
    await field.evaluate((input: HTMLInputElement) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ' +996 555 12-34-56');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(field).toHaveValue('+996555123456');
    await send.click();
    await expect(page.getByText('Неверный номер телефона')).toBeVisible();
  });

  await test.step('§5.1 neither does one that is typed without its plus', async () => {
    const field = page.getByLabel('Телефон');
    await field.clear();
    await field.pressSequentially('375 29 123-45-67');
    await send.click();
    await expect(page.getByText('Неверный номер телефона')).toBeVisible();
  });

  await test.step('§4.18 §4.19 the code is sent, and may be asked for again after 00:45', async () => {
    await page.getByLabel('Телефон').fill(phone);
    await send.click();
    await expect(page.getByText(/^00:4\d$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Отправить код ещё раз' })).toBeDisabled();
    await expectNoAxeViolations(page);
  });

  await test.step('§2.32 §4.18 a good code can still be entered after «Изменить номер», or after a reload', async () => {
    await page.getByRole('button', { name: 'Изменить номер' }).click();
    await send.click();
    await expect(page.getByText(/^00:[34]\d$/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Код из СМС')).toBeFocused();
    await expect(page.getByText(/^00:[34]\d$/)).toBeVisible();
  });

  await test.step('§4.20 §5.3 §8.12 a wrong code sends itself at the sixth digit and says so under the field', async () => {
    const code = await lastCode(page.request, phone);
    await page.getByLabel('Код из СМС').fill(code.slice(0, 5));
    await expect(page.getByLabel('Код из СМС')).toBeEnabled();
    await page.getByLabel('Код из СМС').fill(code === '000000' ? '111111' : '000000');
    await expect(page.getByText('Неверный код из СМС')).toBeVisible();
    await expect(page.getByLabel('Код из СМС')).toBeFocused();
    await page.getByLabel('Код из СМС').fill(code);
  });

  await test.step('§5.4 §5.5 name, e-mail and the consent are required, each in its own words', async () => {
    const on = page.getByRole('button', { name: 'Продолжить' });
    await on.click();
    await expect(page.getByText('Необходимо заполнить это поле')).toHaveCount(2);
    await expectNoAxeViolations(page);
    await page.getByLabel('Имя', { exact: true }).fill('Анна');
    await page.getByLabel('Электронная почта').fill('не почта');
    const consent = page.getByRole('checkbox', { name: /персональных данных/ });
    await expect(consent).not.toBeChecked();
    await page.getByRole('button', { name: 'Прочитать текст согласия' }).click();
    await expect(page.getByRole('dialog', { name: /Согласие/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await consent.check();
    await on.click();
    await expect(page.getByText(/Укажите адрес электронной почты/)).toBeVisible();
    await page.getByLabel('Электронная почта').fill('anna@example.ru');
    await on.click();
  });

  await expect(page).toHaveURL(/\/enter\/1$/);
});

test('§4.20 two clicks in one frame ask for one code, and use it once', async ({ page }) => {
  const phone = newPhone();
  const input: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/send-to-driver')) input.push(request.postDataJSON().route);
  });
  await page.goto('/login-driver');
  await page.getByLabel('Телефон').fill(phone);
  await clickTwice(page.getByRole('button', { name: 'Получить код' }));
  const field = page.getByLabel('Код из СМС');
  await expect(field).toBeFocused();
  expect(input).toEqual(['auth/register']);

  const confirm = '**/api/send-to-driver';
  await page.route(confirm, (route) => route.abort());
  await field.fill(await lastCode(page.request, phone));
  await expect(page.getByRole('alert').getByText(/^Нет связи с сервером/)).toBeVisible();
  await page.unroute(confirm);
  input.length = 0;
  await clickTwice(page.getByRole('button', { name: 'Войти' }));
  await expect(page.getByLabel('Имя', { exact: true })).toBeVisible();
  expect(input).toEqual(['auth/confirm']);
});

test('a number can’t be corrected, nor a consent taken back, while it is being sent', async ({ page }) => {
  const { promise: goOn, resolve: answer } = Promise.withResolvers<void>();
  const phone = newPhone();
  await page.goto('/login-driver');
  await page.route('**/api/send-to-driver', async (route) => {
    await goOn;
    await route.continue();
  });
  const number = page.getByLabel('Телефон');
  await number.fill(phone);
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(number).not.toBeEditable();
  answer();
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  await page.unrouteAll();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
  await page.getByLabel('Имя', { exact: true }).fill('Иван');
  await page.getByLabel('Электронная почта').fill('ivan@example.ru');
  const consent = page.getByRole('checkbox', { name: /персональных данных/ });
  await consent.check();
  const { promise: later, resolve: end } = Promise.withResolvers<void>();
  await page.route('**/api/send-to-driver', async (route) => {
    await later;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByLabel('Имя', { exact: true })).not.toBeEditable();
  await expect(page.getByLabel('Электронная почта')).not.toBeEditable();
  await consent.press('Space');
  await expect(consent).toBeChecked();
  await expect(consent).toBeFocused();
  end();
  await expect(page.getByRole('alert').getByText(/^Нет связи с сервером/)).toBeVisible();
  await expect(page.getByLabel('Имя', { exact: true })).toBeEditable();
  await consent.uncheck();
});

test('§9.1 a device whose clock is set back does not wait an hour for another code', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login-driver');
  await page.getByLabel('Телефон').fill(newPhone());
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(page.getByText(/^00:4\d$/)).toBeVisible();
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  await page.clock.runFor(1000);
  await expect(page.getByText(/^00:[34]\d$/)).toBeVisible();
  await page.clock.setSystemTime(Date.now() - 7_200_000);
  await page.reload();
  await expect(page.getByText(/^00:[34]\d$/)).toBeVisible();
});

test('§4.20 §5.3 a phone fills in the code by itself, and stops listening when the step is left', async ({
  page,
}) => {
  const phone = newPhone();
  // An API that browsers of phones have and the tests' browser does not.
  await page.addInitScript(() => {
    const ear: CodeListener = {};
    const get = ({ otp, signal }: CredentialRequestOptions & { otp?: { transport: string[] } }) =>
      new Promise((resolve, reject) => {
        if (otp?.transport[0] !== 'sms' || !signal) return reject(new TypeError('not a request for a code'));
        const end = (answer: () => void) => {
          if (ear.hear === receiveCode) delete ear.hear;
          answer();
        };
        const receiveCode = (code: string) => end(() => resolve({ type: 'otp', code }));
        signal.addEventListener('abort', () => end(() => reject(signal.reason)));
        ear.hear = receiveCode;
      });
    Object.assign(window, { ear, OTPCredential: class {} });
    Object.defineProperty(navigator, 'credentials', { value: { get } });
  });
  const listening = () => page.evaluate(() => 'hear' in (window as unknown as { ear: CodeListener }).ear);
  const hear = (code: string) =>
    page.evaluate((input) => (window as unknown as { ear: CodeListener }).ear.hear?.(input), code);

  await page.goto('/login-driver');
  await page.getByLabel('Телефон').fill(phone);
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(page.getByLabel('Код из СМС')).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.poll(listening).toBe(true);
  await page.getByRole('button', { name: 'Изменить номер' }).click();
  await expect.poll(listening).toBe(false);

  await page.getByLabel('Телефон').fill(newPhone());
  const another = `7${(await page.getByLabel('Телефон').inputValue()).replace(/\D/g, '').slice(1)}`;
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect.poll(listening).toBe(true);
  const code = await lastCode(page.request, another);
  // The first message was from another service; the field still receives the next one.
  await hear(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('Неверный код из СМС')).toBeVisible();
  await expect.poll(listening).toBe(true);
  await hear(code);
  await expect(page.getByLabel('Имя', { exact: true })).toBeVisible();
  await expect.poll(listening).toBe(false);
});

test('§4.21 a person whose name is known is not asked for it again @firefox', async ({ page, browser }) => {
  const phone = newPhone();
  await signInByScreens(page, phone);
  await page.getByLabel('Имя', { exact: true }).fill('Олег');
  await page.getByLabel('Электронная почта').fill('oleg@example.ru');
  await page.getByRole('checkbox', { name: /персональных данных/ }).check();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);

  const another = await (await browser.newContext()).newPage();
  await signInByScreens(another, phone);
  await expect(another).toHaveURL(/\/enter\/1$/);
  await another.context().close();
});

test('§8.11 a freight carrier without a login is asked to call, in the specification’s text', async ({
  page,
}) => {
  await page.goto('/login-driver');
  await page.getByLabel('Телефон').fill(KNOWN_CARRIER);
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(
    page.getByText(/Вы уже зарегистрированы у нас! Позвоните нам .+ чтобы получать заказы на перевозку!/),
  ).toBeVisible();
  await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^tel:\d+$/);
});

test('§4.24 §4.25 a visitor of the cabinet signs in and comes back to where he wanted to go', async ({
  page,
}) => {
  await page.goto('/cabinet/documents?year=2026');
  await expect(page).toHaveURL(/\/login-driver$/);
  await fillInNewcomer(page, newPhone());
  await page.getByRole('button', { name: 'Продолжить' }).click();
  // The cabinet has nothing for a person without a company: it leads on to joining.
  await expect(page).toHaveURL(/\/enter\/1$/);
});
