import type { Page, Route } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  lastCode,
  lastMessageId,
  madeUpInn,
  newPhone,
  signIn,
  MANAGER,
  STAFF,
  test,
  signInForToken,
  UNTIL_ENDED,
} from '../fixtures.ts';
import { expectWhileStanding, clickTwice, readOnlyWhenAsked, stopTime } from '../pages/hold-time.ts';
import { stubPdfViewer } from '../papers/pdf-viewer.ts';

/** Maximum of clicks and fields from the landing page to the created order. */
const MAX_ACTIONS = 25;

test('§1.2 §1.4 §2.5 §2.24 §2.26 §2.39 §2.41 §2.42 §2.44 from the landing page to «Спасибо! Заявка создана» in fewer than 25 actions @phone', async ({
  page,
}) => {
  const phone = newPhone();
  let actions = 0;
  const click = async (name: string) => {
    actions += 1;
    await page.getByRole('button', { name }).click();
  };
  const fill = async (label: string, text: string) => {
    actions += 1;
    await page.getByLabel(label, { exact: true }).fill(text);
  };

  await page.goto('/');
  actions += 1;
  await page.getByRole('banner').getByRole('link', { name: 'Заказать карту' }).click();
  await fill('Телефон', phone);
  await click('Получить код');
  await fill('Код из СМС', await lastCode(page.request, phone));
  await fill('Имя', 'Иван');
  await fill('Электронная почта', 'ivan@example.ru');
  actions += 1;
  await page.getByRole('checkbox', { name: /персональных данных/ }).check();
  await click('Продолжить');

  await test.step('§2.27 §2.29 §5.15 step 1 waits for a company and a card', async () => {
    await expect(page.getByRole('heading', { name: 'Подключение к топливной программе' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Далее' })).toBeDisabled();
    await fill('ИНН компании', madeUpInn());
    await expect(page.getByText(/^ИНН 00\d{8}/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Далее' })).toBeDisabled();
    actions += 1;
    await page
      .getByRole('group', { name: 'Карт Газпромнефть' })
      .getByRole('button', { name: 'Больше' })
      .click();
    await expectNoAxeViolations(page);
    const [total, on] = await Promise.all([
      page.getByText(/^Всего 1\s/).boundingBox(),
      page.getByRole('button', { name: 'Далее' }).boundingBox(),
    ]);
    // The total is shown before going on.
    expect(total?.y).toBeLessThan(on?.y ?? 0);
  });

  const before = await lastMessageId(page.request, phone);
  await test.step('§2.42 the sign-in has asked for no surname, and the courier does', async () => {
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page.getByText('Необходимо заполнить это поле')).toBeVisible();
    await fill('Фамилия получателя', 'Петров');
  });
  await click('Далее');
  await expect(page).toHaveURL(/\/enter\/2$/);

  await test.step('§2.30 §2.31 §2.32 §2.33 §2.34 §2.36 §5.16 §9.2 step 2 sends the code by itself and shows what one agrees to', async () => {
    await expect(page.getByText(/^00:4\d$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Отправить код ещё раз' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Заказать' })).toBeDisabled();
    // A phone offers the code from the message by itself. Letters and a seventh digit are not accepted.
    const code = page.getByLabel('Код из СМС');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.pressSequentially('12a3');
    await expect(code).toHaveValue('123');
    await expect(page.getByRole('button', { name: 'Заказать' })).toBeDisabled();
    await code.fill('');
    await expect(page.getByRole('link', { name: 'договору топливной программы' })).toHaveAttribute(
      'href',
      '/api/doc/fuelContract',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'рамочное соглашение' })).toHaveAttribute(
      'href',
      '/api/termsOfService/download',
    );
    await expect(
      page.getByRole('main').getByRole('link', { name: 'условиями использования' }),
    ).toHaveAttribute('href', '/api/doc/termsOfUse');
    await page.mouse.move(0, 0);
    await expectNoAxeViolations(page);
  });

  const code = await lastCode(page.request, phone, before);
  await fill('Код из СМС', code);
  const requested = page.waitForRequest((request) => request.method() === 'POST' && isOrder(request.url()));
  await click('Заказать');
  await test.step('§7.15 §7.16 §7.17 the order goes as a form, each network in its own place', async () => {
    const request = await requested;
    expect(request.headers()['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(request.postDataJSON()).toMatchObject({
      sms: code,
      inn: expect.stringMatching(/^00\d{8}$/),
      add_sum: '0',
      'item[0][cards_cnt]': '1',
      'item[0][partner_id]': '2',
    });
  });

  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
  await expect(page.getByText(/^Место получения: г\..+, .+, дом .+/)).toBeVisible();
  await expect(page.getByText('Получатель: Иван Петров')).toBeVisible();
  await expect(page.getByText('Оплатите счёт из банка: карты выпускаются после оплаты.')).toBeVisible();
  await expect(page.getByText('1. Дождитесь письма о готовности ваших карт на e-mail')).toBeVisible();
  await expectNoAxeViolations(page);
  expect(actions).toBeLessThan(MAX_ACTIONS);
});

test('§5.7 §5.8 §5.9 §5.10 §5.11 §5.12 §8.4 the wizard explains a wrong INN, and forgets a company that is no longer meant', async ({
  page,
}) => {
  await registerAt(page, newPhone());
  const inn = page.getByLabel('ИНН компании');
  await inn.fill('7707083893');
  await expect(page.getByText('Организации с таким ИНН не найдено')).toBeVisible();
  await inn.fill('5047123456');
  await expect(page.getByText('Проверьте ИНН: контрольные цифры не сходятся')).toBeVisible();
  await expect(page.getByText(/^Укажите его в/)).toBeVisible();
  await inn.fill('50471234561');
  await expect(page.getByText('ИНН состоит из 10 или 12 цифр')).toBeVisible();
  await expect(page.getByText(/^Укажите его в/)).toBeVisible();
  await inn.fill(madeUpInn());
  await expect(page.getByText(/^ИНН 00\d{8}/)).toBeVisible();
  await inn.fill('500100732259');
  await expect(page.getByText(/^ИНН 500100732259/)).toBeVisible();
  await inn.fill(madeUpInn());
  await expect(page.getByText(/^ИНН 00\d{8}/)).toBeVisible();
  await inn.press('Backspace');
  await expect(page.getByText(/^ИНН 00\d{8}/)).toBeHidden();
});

test('§5.12 a refusal of another kind leads to the company’s settings', async ({ page, failures }) => {
  await failures.stage('checkInn', { times: UNTIL_ENDED, code: 400, message: 'Реестр временно не отвечает' });
  await registerAt(page, newPhone());
  await page.getByLabel('ИНН компании').fill(madeUpInn());
  await expect(page.getByText('Реестр временно не отвечает')).toBeVisible();
  await expect(page.getByText(/^Укажите его в/)).toBeVisible();
  await page.getByRole('link', { name: 'настройках профиля компании' }).click();
  await expect(page.getByRole('dialog', { name: 'Настройки профиля компании' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§5.12 §2.29 a user who joins while the registry is away has a button to try again with @phone', async ({
  page,
  failures,
}) => {
  await registerAt(page, newPhone());
  // The page itself asks three times.
  await failures.stage('checkInn', {
    times: 3,
    code: 503,
    message: 'Реестр компаний не отвечает. Попробуйте ещё раз',
  });
  const inn = madeUpInn();
  await page.getByLabel('ИНН компании').fill(inn);
  await expect(page.getByText('Реестр компаний не отвечает. Попробуйте ещё раз')).toBeVisible();
  await expect(page.getByText('Укажите его в')).toBeVisible();
  const again = page.getByRole('button', { name: 'Проверить ИНН ещё раз' });
  await again.press('Enter');
  await expect(page.getByText(`ИНН ${inn}`)).toBeVisible();
  await expect(again).toBeHidden();
  // A wrong INN is no better the second time.
  await page.getByLabel('ИНН компании').fill('7707083893');
  await expect(page.getByText('Организации с таким ИНН не найдено')).toBeVisible();
  await expect(again).toBeHidden();
});

test('§5.13 §9.3 a network takes from 0 to 100 cards, and one that is not connected takes none', async ({
  page,
}) => {
  await changeAnswer(page, '**/api/partner', (body) => {
    body.data[2].active = false;
  });
  await registerAt(page, newPhone());
  const cards = page.getByRole('spinbutton', { name: 'Карт Газпромнефть' });
  await cards.fill('101');
  await expect(cards).toHaveValue('100');
  await cards.fill('0');
  await expect(
    page.getByRole('group', { name: 'Карт Газпромнефть' }).getByRole('button', { name: 'Меньше' }),
  ).toBeDisabled();
  await expect(page.getByText('будет подключена скоро')).toBeVisible();
  await expect(page.getByRole('spinbutton')).toHaveCount(3);
});

test('§5.13 one and a half cards are not fifteen: digits after a point, comma or space drop', async ({
  page,
}) => {
  await registerAt(page, newPhone());
  const cards = page.getByRole('spinbutton', { name: 'Карт Газпромнефть' });
  for (const written of ['1.5', '1,5', '1 5']) {
    await cards.fill('');
    await cards.pressSequentially(written);
    await expect(cards).toHaveAttribute('aria-valuenow', '1');
    await cards.blur();
    await expect(cards).toHaveValue('1');
    await cards.fill('7');
    await cards.fill(written);
    await cards.blur();
    await expect(cards).toHaveValue('1');
  }
  await cards.fill('2.');
  await cards.press('ArrowUp');
  await expect(cards).toHaveValue('3');
});

test('§8.26 networks that could not be loaded are a server error with a way to try again', async ({
  page,
  failures,
}) => {
  await readOnlyWhenAsked(page);
  await failures.stage('listPartners', { times: UNTIL_ENDED, message: 'Не получилось' });
  await registerAt(page, newPhone());
  await expect(page.getByText(/Ошибка сервера/)).toBeVisible();
  await failures.end('listPartners');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Карт Газпромнефть' })).toBeVisible();
});

test('§2.37 §2.38 §8.9 §8.10 §9.7 a wrong code shows under the field, another failure disappears after ten seconds', async ({
  page,
  failures,
}) => {
  const { phone, before } = await registerAndChoose(page, 2);
  const code = await lastCode(page.request, phone, before);
  await page.getByLabel('Код из СМС').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByText('Неверный код из СМС')).toBeVisible();

  await failures.stage('createOrder', { message: 'Заявки сейчас не принимаются' });
  await page.getByLabel('Код из СМС').fill(code);
  await stopTime(page);
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expectWhileStanding(page, page.getByText('Заявки сейчас не принимаются'));
  await page.clock.runFor(9999);
  await expect(page.getByText('Заявки сейчас не принимаются')).toBeVisible();
  await page.clock.runFor(1);
  await expect(page.getByText('Заявки сейчас не принимаются')).toBeHidden();
  await page.clock.resume();

  // The same order again: the failure did not spend the code.
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
});

test('§2.33 §4.13 §7.14 an order whose response was lost is made once, a slow profile shows no «0 карт»', async ({
  page,
}) => {
  const code = await givenOrderWithoutAnswer(page);

  // After a reload the draft is there, and a code other than the one that the order has used.
  await page.reload();
  await page.getByLabel('Код из СМС').fill(code === '000000' ? '111111' : '000000');
  await page.route('**/api/users/profile', () => {});
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
  await expect(page.getByText(/^РН-Карт, 2\sкарты/)).toBeVisible();
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('magistral.auth') ?? '').tokens.access,
  );
  const orders = await page.request.get('/api/cardsRequest', { headers: { 'x-auth-token': token } });
  expect((await orders.json()).data).toHaveLength(1);
});

test('«Заказать» stays under the pointer while the profile is read', async ({ page }) => {
  const { phone, before } = await registerAndChoose(page, 2);
  const code = await lastCode(page.request, phone, before);
  const answers: (() => Promise<void>)[] = [];
  await page.route('**/api/users/profile', async (route) => {
    const answer = await route.fetch();
    const { data, ...envelope } = await answer.json();
    // By now the user is a member of a company, as after an order whose answer was lost.
    const client = {
      id: 1,
      creditSum: 0,
      creditDaysForPayment: 0,
      creditDaysWithoutPayment: 0,
      threshold: null,
      uses_edo: false,
      terms_accepted_at: null,
      block: null,
    };
    const company = { id: 1, inn: madeUpInn(), title: 'Новая', legal_form: 'ООО', client };
    const permissions = ['orders', 'cards', 'users'];
    const json = { ...envelope, permissions, data: { ...data, company } };
    answers.push(() => route.fulfill({ response: answer, json }));
  });
  await page.reload();
  await page.getByLabel('Код из СМС').fill(code);
  const button = page.getByRole('button', { name: 'Заказать' });
  const place = await button.boundingBox();
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  for (const answer of answers) await answer();
  await expect(page.getByRole('heading', { name: 'Создание заявки' })).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
});

test('§2.32 a second tab that changes the order under the code orders nothing unconfirmed @phone', async ({
  page,
}) => {
  const { phone, before } = await registerAndChoose(page, 2);
  await lastCode(page.request, phone, before);
  const sent = await lastMessageId(page.request, phone);
  const other = await page.context().newPage();
  await other.goto('/enter/1');
  await other.getByRole('spinbutton', { name: 'Карт Татнефть' }).fill('3');

  await expect(page).toHaveURL(/\/enter\/1$/);
  await expect(page.getByText('Состав заявки изменился')).toBeVisible();
  await expect(page.getByText(/^Всего 5\sкарт/)).toBeVisible();
  expect(await lastMessageId(page.request, phone)).toBe(sent);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, sent));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
  await expect(page.getByText(/^Татнефть, 3\sкарты/)).toBeVisible();
});

test('§2.33 another order of the company is not shown for the one whose answer was lost', async ({
  page,
}) => {
  const code = await givenOrderWithoutAnswer(page);

  // Simulates a concurrent change: the company has an order, but not of exactly these cards.
  await page.route('**/api/cardsRequest', async (route) => {
    if (route.request().method() === 'POST') return route.continue();
    const answer = await (await route.fetch()).json();
    for (const item of answer.data[0].items) item.cards_cnt = 5;
    return route.fulfill({ json: answer });
  });
  await page.getByLabel('Код из СМС').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('heading', { name: 'Эта заявка уже принята' })).toBeVisible();
  await expect(page.getByText('Второй раз она не создана')).toBeVisible();
  await expect(page.getByText(/ключ/)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeHidden();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Заказать еще' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Карт РН-Карт' })).toHaveValue('0');
});

test('§2.33 going back while an order is on its way shows that it is', async ({ page }) => {
  const { phone, before } = await registerAndChoose(page, 2);
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  const pending = await holdOrders(page);
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('button', { name: 'Изменить количество' })).toBeDisabled();

  await test.step('the chosen cards are there again when the order has failed, with the reason', async () => {
    await page.goBack();
    await expect(page.getByText('Заявка отправлена, ждём ответа')).toBeVisible();
    await expect(page.getByRole('spinbutton')).toHaveCount(0);
    await expectNoAxeViolations(page);
    await (await pending()).abort();
    await expect(page.getByText('Заявка не отправлена')).toBeVisible();
    await expect(page.getByText(/Нет связи с сервером/)).toBeVisible();
    await expect(page.getByRole('spinbutton', { name: 'Карт РН-Карт' })).toHaveValue('2');
  });
  await test.step('what was made is shown', async () => {
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
    await page.getByRole('button', { name: 'Заказать' }).click();
    await expect(page.getByRole('button', { name: 'Изменить количество' })).toBeDisabled();
    await page.getByRole('link', { name: 'Назад, к количеству карт' }).click();
    await expect(page.getByText('Заявка отправлена, ждём ответа')).toBeVisible();
    await (await pending()).continue();
    await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
    await expect(page.getByText(/^РН-Карт, 2\sкарты/)).toBeVisible();
  });
});

test('§2.77 going back into the cabinet while an order is on its way makes it once', async ({ page }) => {
  const phone = await joinProgramme(page);
  await page.getByRole('link', { name: 'Заказать карту' }).first().click();
  const before = await lastMessageId(page.request, phone);
  await page.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('2');
  await page.getByLabel('Фамилия получателя').fill('Петров');
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  const pending = await holdOrders(page);
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('button', { name: 'Изменить количество' })).toBeDisabled();
  await page.goBack();
  await expect(page).toHaveURL(/\/cabinet\/create$/);
  await expect(page.getByText('Заявка отправлена, ждём ответа')).toBeVisible();
  await expect(page.getByRole('spinbutton')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await (await pending()).continue();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
  await expect(page.getByText(/^РН-Карт, 2\sкарты/)).toBeVisible();
});

test('§2.39 §2.45 §2.46 neither Back nor Forward from «Спасибо! Заявка создана» leads to an empty order @firefox', async ({
  page,
}) => {
  const { phone, before } = await registerAndChoose(page, 1);
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  const created = page.getByRole('heading', { name: 'Спасибо! Заявка создана' });
  const number = page.getByText(/^Заявка № \d+$/);
  const input = await number.textContent();

  await test.step('the created order stays until one of its ways out is taken', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/enter\/order$/);
    await expect(created).toBeVisible();
    await expect(number).toHaveText(input ?? '');
    await page.goForward();
    await expect(number).toHaveText(input ?? '');
  });
  await test.step('«Заказать еще» begins a new one, and so does the address of the first step', async () => {
    await page.getByRole('button', { name: 'Заказать еще' }).click();
    await expect(page.getByRole('spinbutton', { name: 'Карт РН-Карт' })).toHaveValue('0');
    await page.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('1');
    const earlier = await lastMessageId(page.request, phone);
    await page.getByLabel('Фамилия получателя').fill('Петров');
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, earlier));
    await page.getByRole('button', { name: 'Заказать' }).click();
    await expect(created).toBeVisible();
    await page.goto('/create/1');
    await expect(page.getByRole('spinbutton', { name: 'Карт РН-Карт' })).toHaveValue('0');
  });
});

test('§2.40 §4.15 §4.16 §2.45 §2.46 §2.47 §2.48 §9.16 the created order shows its state and its bill, and both ways out begin anew', async ({
  page,
}) => {
  await stubPdfViewer(page);
  const { phone, before } = await registerAndChoose(page, 1);
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();

  await test.step('§2.40 §4.11 the state moves while one looks', async () => {
    await expect(page.getByText(/Заявка одобрена|Карты выпущены/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Изменить заявку' })).toBeHidden();
    await expect(page.getByText('Карты выпущены', { exact: true })).toBeVisible();
    await expect(page.getByText('1. Ваши карты готовы: они уже в личном кабинете')).toBeVisible();
    await expect(page.getByText(/Дождитесь письма/)).toHaveCount(0);
  });
  await test.step('§2.47 the bill is downloaded, once at two clicks', async () => {
    const tickets: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/downloads/ticket')) tickets.push(request.url());
    });
    const saved = page.waitForEvent('download');
    await clickTwice(page.getByRole('button', { name: 'Скачать счёт' }));
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    expect(tickets).toHaveLength(1);
  });
  await test.step('§2.48 §7.20 §9.16 the bill is printed from a frame that is hidden after ten seconds', async () => {
    const bill = page.waitForResponse(/\/bill\?print=1$/);
    await stopTime(page);
    await page.getByRole('button', { name: 'Распечатать' }).click();
    expect((await bill).headers()['content-type']).toContain('application/pdf');
    // The frame of the download is gone with time; the one that is left prints.
    const frame = page.locator('iframe[src^="blob:"]');
    await expect(page).toHaveTitle('loaded');
    await page.clock.runFor(5000);
    await expect(page).toHaveTitle('printed');
    await page.clock.runFor(4999);
    await expect(frame).toHaveCSS('visibility', 'visible');
    await page.clock.runFor(1);
    await expect(frame).toHaveCSS('visibility', 'hidden');
    await page.clock.resume();
  });
  await test.step('§2.28 §2.45 «Заказать еще» begins a new order of a company that is known', async () => {
    await page.getByRole('button', { name: 'Заказать еще' }).click();
    await expect(page).toHaveURL(/\/create\/1$/);
    await expect(page.getByRole('heading', { name: 'Создание заявки' })).toBeVisible();
    await expect(page.getByLabel('ИНН компании')).toBeHidden();
    await expect(page.getByRole('spinbutton', { name: 'Карт РН-Карт' })).toHaveValue('0');
  });
  await test.step('§2.36 a user in the programme is not asked for consent again', async () => {
    await page.getByRole('spinbutton', { name: 'Карт Татнефть' }).fill('1');
    await page.getByLabel('Фамилия получателя').fill('Петров');
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page.getByRole('button', { name: 'Заказать' })).toBeVisible();
    await expect(page.getByText(/присоединяетесь/)).toBeHidden();
  });
});

test('§2.43 §4.12 §7.18 an order can be edited while the programme has not reviewed it', async ({ page }) => {
  // The demonstration approves in three seconds, so this screen gets an answer in which the order can still be edited.
  await page.route(/\/api\/cardsRequest\/\d+$/, async (route) => {
    if (route.request().method() === 'POST') {
      const sent = route.request().postDataJSON();
      const item = { 'item[1][cards_cnt]': '3', 'item[1][partner_id]': '1' };
      expect(sent).toMatchObject({ ...item, add_sum: '0', _method: 'put' });
      expect(sent).not.toHaveProperty('inn');
    }
    const answer = await route.fetch();
    const body = await answer.json();
    if (body.data?.can_edit !== undefined) body.data.can_edit = true;
    await route.fulfill({ response: answer, json: body });
  });
  const phone = newPhone();
  await registerAt(page, phone);
  let before = await lastMessageId(page.request, phone);
  await chooseCards(page, { inn: madeUpInn(), network: 'РН-Карт', count: 1 });
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByText(/Заявка одобрена|Карты выпущены/)).toBeVisible();
  await page.getByRole('link', { name: 'Изменить заявку' }).click();
  await expect(page).toHaveURL(/\/enter\/2$/);
  await page.getByRole('link', { name: 'Изменить количество' }).click();
  await expect(page.getByText(/Вы меняете заявку №/)).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('3');
  before = await lastMessageId(page.request, phone);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  expect((await newestMessage(page, phone)).text).toMatch(/изменение заявки № \d+, 3,00\s₽/);
  // The server, unlike the screen, knows that this order is already approved.
  await expect(page.getByText('Заявка уже рассмотрена, изменить её нельзя')).toBeVisible();

  await test.step('§2.34 it is no longer being edited, and the step of the code sends none for it', async () => {
    await expect(page).toHaveURL(/\/enter\/order$/);
    const sent = await lastMessageId(page.request, phone);
    await page.goto('/enter/2');
    await expect(page).toHaveURL(/\/enter\/order$/);
    await expect(page.getByText(/^Заявка № \d+$/)).toBeVisible();
    expect(await lastMessageId(page.request, phone)).toBe(sent);
  });
});

test('a user whose first order was rejected reads why, on its page and at his start', async ({ page }) => {
  const [phone, staff] = [newPhone(), await signInForToken(page.request, STAFF)];
  await registerAt(page, phone);
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('magistral.auth') ?? '').tokens.access,
  );
  const headers = { 'x-auth-token': token };
  const before = await lastMessageId(page.request, phone);
  await page.request.get('/api/sms', { headers });
  const sms = await lastCode(page.request, phone, before);
  const ordered = await page.request.post('/api/cardsRequest', {
    headers,
    data: { sms, inn: madeUpInn(), item: [{ partner_id: 1, cards_cnt: 2 }] },
  });
  const { id, order } = (await ordered.json()).data;
  // The demonstration approves by itself in three seconds.
  const rejected = await page.request.post(`/staff/api/requests/${id}/reject`, {
    headers: { 'x-auth-token': staff },
    data: { reason: 'ИНН принадлежит другой компании' },
  });
  expect(rejected.ok()).toBe(true);

  await page.evaluate((createdRequest) => {
    const draft = JSON.parse(localStorage.getItem('magistral.order') ?? '{}');
    const created = { createdRequest, createdOrder: true, orderId: createdRequest.id };
    localStorage.setItem('magistral.order', JSON.stringify({ ...draft, ...created }));
  }, order);
  await page.goto('/enter/order');
  await expect(page.getByText('ИНН принадлежит другой компании')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заявка отклонена');
  await expect(page.getByText(/Спасибо/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Скачать счёт' })).toBeHidden();
  await page.getByRole('button', { name: 'Личный Кабинет' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
  await expect(page.getByText(`Заявка № ${id}`)).toBeVisible();
  await expect(page.getByText('ИНН принадлежит другой компании')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a user without a company signs out of the wizard, others in the cabinet @phone', async ({ page }) => {
  await registerAt(page, newPhone());
  await page.getByRole('banner').getByRole('button', { name: 'Выйти' }).click();
  await expect(page.getByRole('dialog', { name: 'Выход из кабинета' })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  // The landing page is a separate document: for a moment there is none.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Топливные карты/);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('magistral.auth')).catch(() => 'on the way'))
    .toBeNull();
  await signIn(page, MANAGER);
  await page.goto('/create/1');
  await expect(page.getByRole('heading', { name: 'Создание заявки' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Выйти' })).toHaveCount(0);
});

test('§2.25 §2.35 a visitor who opens the wizard is led to the root', async ({ page }) => {
  for (const step of ['/create/1', '/create/2', '/enter/order']) {
    await page.goto(step);
    await expect(page).toHaveURL(/:\d+\/$/);
    // The landing page is a separate document: once it is shown, no request of the old one is pending.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Топливные карты/);
  }
});

async function newestMessage(page: Page, phone: string): Promise<{ text: string }> {
  return (await (await page.request.get(`/dev/sms?phone=${phone}`)).json()).data[0];
}

function isOrder(url: string): boolean {
  return url.endsWith('/api/cardsRequest');
}

/** A new person at the first step of the wizard. */
async function registerAt(page: Page, phone: string): Promise<void> {
  await page.goto('/login-driver');
  await fillInNewcomer(page, phone);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
}

/** A new person in the cabinet of a company that has joined the programme by a first order. */
async function joinProgramme(page: Page): Promise<string> {
  const { phone, before } = await registerAndChoose(page, 1);
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await page.getByRole('button', { name: 'Личный Кабинет' }).click();
  await page.getByRole('checkbox', { name: /Соглашение прочитано/ }).check();
  await page.getByRole('button', { name: 'Соглашаюсь' }).click();
  return phone;
}

/** A new company's cards of РН-Карт, up to the step of the code, which comes to the phone after `before`. */
async function registerAndChoose(page: Page, count: number): Promise<{ phone: string; before: number }> {
  const phone = newPhone();
  await registerAt(page, phone);
  const before = await lastMessageId(page.request, phone);
  await chooseCards(page, { inn: madeUpInn(), network: 'РН-Карт', count });
  return { phone, before };
}

async function chooseCards(
  page: Page,
  input: { inn: string; network: string; count: number },
): Promise<void> {
  await page.getByLabel('ИНН компании').fill(input.inn);
  await page.getByRole('spinbutton', { name: `Карт ${input.network}` }).fill(String(input.count));
  await page.getByLabel('Фамилия получателя').fill('Петров');
  await page.getByRole('button', { name: 'Далее' }).click();
}

/** From here on orders are intercepted before they reach the server. The returned function waits for the next one. */
async function holdOrders(page: Page): Promise<() => Promise<Route>> {
  const pending: Route[] = [];
  await page.route('**/api/cardsRequest', (route) =>
    route.request().method() === 'POST' ? void pending.push(route) : route.continue(),
  );
  return async () => {
    await expect.poll(() => pending.length).toBeGreaterThan(0);
    return pending.shift() as Route;
  };
}

/** Orders two cards of a new company, and loses the answer. Returns the code that the order has used. */
async function givenOrderWithoutAnswer(page: Page): Promise<string> {
  const { phone, before } = await registerAndChoose(page, 2);
  const code = await lastCode(page.request, phone, before);
  await page.route('**/api/cardsRequest', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Код из СМС').fill(code);
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByText(/Нет связи с сервером/)).toBeVisible();
  await page.unroute('**/api/cardsRequest');
  return code;
}
