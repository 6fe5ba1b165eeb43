import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  chooseCard,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  SPECIALIST,
  STAFF,
  test,
  signInForToken,
  UNTIL_ENDED,
} from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';

/** The request that shows how a movement has ended. */
const OPERATIONS_OF_CARD = /\/api\/operations\?.*cardId=/;

test.describe('the amount', () => {
  test('§5.20 §5.21 more than the account has is «Недостаточно средств», and the button is disabled @phone', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await expect(page.getByRole('heading', { name: 'Перевод средств' })).toBeVisible();
    const next = page.getByRole('button', { name: 'Далее' });
    await expect(next).toBeDisabled();
    await chooseCard(page, 1);
    await page.getByLabel('Сумма', { exact: true }).fill('999999');
    await expect(page.getByText('Недостаточно средств').first()).toBeVisible();
    await expect(next).toBeDisabled();
    await expectNoAxeViolations(page);
  });

  test('§5.19 §5.23 §9.5 a seventh digit is not accepted, and an empty sum is not sent', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 1);
    await page.getByLabel('Сумма', { exact: true }).fill('1234567');
    await expect(page.getByLabel('Сумма', { exact: true })).not.toHaveValue(/1 234 567/);
    await page.getByLabel('Сумма', { exact: true }).fill('');
    await expect(page.getByRole('button', { name: 'Далее' })).toBeDisabled();
  });
});

test.describe('code of a transfer to a card', () => {
  test('§5.17 §8.6 a wrong code is reported under the field, and the right one is sent by itself @firefox', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 1);
    await page.getByLabel('Сумма', { exact: true }).fill('1');
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page).toHaveURL(/\/cabinet\/card-payment\/2/);
    const right = await lastCode(page.request, ADMIN, before);
    const field = page.getByLabel('Код из СМС');
    await field.fill(right === '000000' ? '111111' : '000000');
    await expect(page.getByText('Неверный код из СМС')).toBeVisible();
    await field.fill(right);
    await expect(page.getByText(/Деньги на карте|Деньги в пути/)).toBeVisible();
  });

  test('§2.67 §2.68 a transfer whose answer was lost is made once, and no request keys are mentioned', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 3);
    await page.getByLabel('Сумма', { exact: true }).fill('3');
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    const code = await lastCode(page.request, ADMIN, before);
    await page.route('**/api/card/*/transaction', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const field = page.getByLabel('Код из СМС');
    await field.fill(code);
    await expect(page.getByText(/^Нет связи с сервером.*деньги не переведутся дважды$/)).toBeVisible();
    await page.unroute('**/api/card/*/transaction');
    // Another code, as after «Отправить код ещё раз», gives the same movement another body.
    await field.fill(code === '000000' ? '111111' : '000000');
    await expect(page.getByText('Этот перевод уже принят')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Операции карты' }).click();
    await expect(page.getByRole('row').filter({ hasText: '+3,00' })).toHaveCount(1);
  });

  test('§2.68 a transfer is not reported as arrived because an earlier one of the same sum has', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    const transfer = async () => {
      await chooseCard(page, 2);
      await page.getByLabel('Сумма', { exact: true }).fill('5');
      const before = await lastMessageId(page.request, ADMIN);
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
    };
    await transfer();
    await expect(page.getByText('Деньги на карте')).toBeVisible();

    await page.getByRole('button', { name: 'Ещё перевод' }).click();
    let answer = (): void => undefined;
    const released = new Promise<void>((resolve) => (answer = resolve));
    await page.route(OPERATIONS_OF_CARD, async (route) => {
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest(OPERATIONS_OF_CARD);
    await transfer();
    await requested;
    await expect(page.getByText('Деньги в пути')).toBeVisible();
    await expect(page.getByText('Деньги на карте')).toBeHidden();
    answer();
    await expect(page.getByText('Деньги на карте')).toBeVisible();
  });

  test('§2.68 going back from the outcome and forward again shows how the transfer ended', async ({
    page,
  }) => {
    // Nothing but the page itself may read again.
    await readOnlyWhenAsked(page);
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 3);
    await page.getByLabel('Сумма', { exact: true }).fill('7');
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
    await expect(page.getByText('Деньги на карте')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Сумма', { exact: true })).toBeVisible();
    await page.goForward();
    await expect(page.getByText('Деньги на карте')).toBeVisible();
  });

  test('§1.7 §2.68 §5.17 §8.8 without a connection no money is sent later by itself, and the input stays', async ({
    page,
    context,
    failures,
  }) => {
    await page.clock.install();
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 1);
    await page.getByLabel('Сумма', { exact: true }).fill('3');
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    const code = await lastCode(page.request, ADMIN, before);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/transaction')) sent += 1;
    });

    await test.step('an action that could not be sent says so at once and is never sent by itself', async () => {
      await context.setOffline(true);
      await page.getByLabel('Код из СМС').fill(code);
      await expect(page.getByText(/^Нет связи с сервером/).first()).toBeVisible();
      const tried = sent;
      // The data is outdated by now: once the connection is back, it is read again.
      await page.clock.fastForward(6000);
      const reread = page.waitForResponse((reply) => /\/api\/(card|client\/\d+)$/.test(reply.url()));
      await context.setOffline(false);
      await reread;
      expect(sent).toBe(tried);
    });
    await test.step('a balance that can’t be read again takes away neither the form nor the result', async () => {
      await failures.stage('listCards', { times: UNTIL_ENDED });
      await failures.stage('readClient', { times: UNTIL_ENDED });
      await page.getByRole('button', { name: /^Перевести \d/ }).click();
      await expect(page.getByText(/Деньги на карте|Деньги в пути/)).toBeVisible();
      await failures.end('listCards');
      await failures.end('readClient');
    });
    await test.step('the way back leads to a new movement', async () => {
      await page.goBack();
      await expect(page).toHaveURL(/card-payment\/1/);
      await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue('');
      await expect(page.getByText(/Деньги на карте|Деньги в пути/)).toHaveCount(0);
    });
  });

  test('§2.68 a movement answered after the user went back is reported, and not offered again', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 2);
    await page.getByLabel('Сумма', { exact: true }).fill('4');
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    const code = await lastCode(page.request, ADMIN, before);
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    await page.route('**/transaction', async (route) => {
      await gone;
      await route.continue();
    });
    const requested = page.waitForRequest('**/transaction');
    await page.getByLabel('Код из СМС').fill(code);
    await requested;
    await page.goBack();
    await expect(page.getByLabel('Сумма', { exact: true })).toBeVisible();
    leave();
    await expect(page.getByText(/Перевод на карту .*: 4,00\s₽/)).toBeVisible();
    await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue('');
  });

  test('§2.68 a transfer that the network refused is not shown as money on the card', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 3);
    await page.getByLabel('Сумма', { exact: true }).fill('6');
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    const code = await lastCode(page.request, ADMIN, before);
    // The demonstration's networks refuse no transfer: the answer is changed to a refusal on its way to the page.
    await changeAnswer(page, /\/api\/operations\?.*typeId=1/, ({ data: [own] }) => {
      Object.assign(own, { status: { id: 3, title: 'Отклонена' }, reason: 'Карта закрыта сетью' });
    });
    await page.getByLabel('Код из СМС').fill(code);
    const alert = page.getByRole('alert').filter({ hasText: 'Перевод не прошёл' });
    await expect(alert).toContainText('Карта закрыта сетью. Деньги вернулись на счёт.');
    await expect(page.getByText('Деньги на карте')).toHaveCount(0);
    await expectNoAxeViolations(page);
  });

  test('§2.67 §2.68 a transfer to a card that owes for fuel says, before and after, that it pays @phone', async ({
    page,
  }) => {
    // The demonstration's networks sell nothing past a card's money.
    const coming = [{ id: 900_001, type: { id: 1, title: '' }, type_id: 1, sum: 2 }];
    const owed = (card: object) =>
      Object.assign(card, { shortfall: 7, card_sum: 0, inProgressOperations: coming });
    await changeAnswer(page, /\/api\/card(\?|$)/, ({ data }) => data.forEach(owed));
    await changeAnswer(page, /\/api\/operations\?.*typeId=1/, ({ data: [own] }) => {
      if (own.status.id === 1) own.repaid = 5;
    });
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 4);
    const alert = page.getByText(/^По этой карте заправились на 5,00\s₽ больше, чем на ней было\./);
    await expect(alert).toContainText('Перевод сначала оплатит это топливо.');
    await page.getByLabel('Сумма', { exact: true }).fill('5');
    await expect(alert).toContainText('Весь перевод оплатит это топливо, на карте денег не прибавится.');
    await page.getByLabel('Сумма', { exact: true }).fill('8,10');
    await expect(alert).toContainText(/на карте останется 3,10\s₽\.$/);
    await expectNoAxeViolations(page);
    const before = await lastMessageId(page.request, ADMIN);
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page.getByLabel('Код из СМС')).toBeVisible();
    await expect(alert).toContainText(/на карте останется 3,10\s₽\.$/);
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
    await expect(page.getByText('Деньги на карте')).toBeVisible();
    await expect(page.getByText(/Переведено на карту 8,10\s₽\. Из них 5,00\s₽ — за топливо/)).toBeVisible();

    await page.goto('/cabinet/card-transactions?type=1');
    await expect(page.getByRole('row').filter({ hasText: 'за топливо, купленное раньше' })).toHaveCount(1);
    // A payout takes exactly the requested sum from the card.
    await page.goto('/cabinet/card-payout/1');
    await chooseCard(page, 4);
    await expect(page.getByText(/^На карте/)).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('§9.1 the code can be asked for again after 00:45', async ({ page }) => {
    await page.clock.install();
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await chooseCard(page, 2);
    await page.getByLabel('Сумма', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Далее' }).click();
    const again = page.getByRole('button', { name: 'Отправить код ещё раз' });
    await expect(page.getByText(/00:4\d/)).toBeVisible();
    await expect(again).toBeDisabled();
    await page.clock.fastForward(46_000);
    await expect(again).toBeEnabled();
  });
});

test('§5.21 among many cards one is found by number, and Enter sends the money to no other @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/card', { headers })).json();
  const wanted = data.at(-1);
  const number: string = wanted.card_number;
  for (const place of ['/cabinet/card-payment/1', '/cabinet/services']) {
    await page.goto(place);
    const search = page.getByRole('combobox', { name: 'Карта' });
    if (place.includes('payment')) {
      await chooseCard(page, 1);
      await page.getByLabel('Сумма', { exact: true }).fill('1');
    }
    await search.fill('нет такой карты');
    await expect(page.getByText('Таких карт нет')).toBeVisible();
    await search.press('Enter');
    await expect(search).toBeVisible();
    await search.fill(number.replace(/(\d{4})(?=\d)/g, '$1 '));
    await expect(page.getByText('Найдено: 1 карта')).toBeVisible();
    // While the list is open the library hides the rest of the page from screen readers.
    await expectNoAxeViolations(page, '[role="listbox"]');
    await search.press('Enter');
    if (place.includes('payment')) {
      await expect(search).toHaveValue(new RegExp(`••\\s${number.slice(-4)}`));
      await expect(page).toHaveURL(/card-payment\/1$/);
    } else await expect(page).toHaveURL(new RegExp(`card=${wanted.id}$`));
  }
});

test('§2.69 a link to a card that is gone leads to a choice of cards', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const place of ['card-payment', 'card-payout']) {
    await page.goto(`/cabinet/${place}/1?card=999999999`);
    await chooseCard(page, 1);
    await page.getByLabel('Сумма', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page.getByLabel('Код из СМС')).toBeVisible();
  }
});

test('§6.8 a specialist reads why he can’t move money', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/card-payment/1');
  await expect(page.getByText(/распоряжаются администратор и менеджер/)).toBeVisible();
});

test('§2.69 a company without cards is asked to choose one', async ({ page }) => {
  await changeAnswer(page, /\/api\/card$/, (answer) => {
    answer.data = [];
  });
  await signIn(page, ADMIN);
  for (const place of ['card-payment', 'card-payout']) {
    await page.goto(`/cabinet/${place}/1`);
    await expect(page.getByText('Карт пока нет')).toBeVisible();
    await expect(page.getByLabel('Карта', { exact: true })).toHaveCount(0);
  }
});

test('§5.22 §4.29 a card of a network in maintenance can’t be chosen', async ({ page }) => {
  const staff = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString();
  const announced = await page.request.put('/staff/api/maintenance', {
    headers: staff,
    data: { message: 'Обновляем процессинг', start: day(-1), end: day(1), partner: 3 },
  });
  expect(announced.ok()).toBe(true);
  try {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await page.getByRole('combobox', { name: 'Карта' }).click();
    const cards = page.getByRole('option');
    await expect(cards.filter({ hasText: 'технические работы' }).first()).toBeDisabled();
    await expect(
      cards.filter({ hasText: 'Татнефть' }).filter({ hasNotText: 'технические работы' }),
    ).toHaveCount(0);
    await expect(cards.filter({ hasText: 'РН-Карт' }).first()).toBeEnabled();
  } finally {
    await page.request.delete('/staff/api/maintenance', { headers: staff });
  }
});

test('§5.22 two networks in maintenance are not offered, and no code is spent on their cards', async ({
  page,
}) => {
  const staff = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString();
  try {
    for (const partner of [1, 3])
      await page.request.put('/staff/api/maintenance', {
        headers: staff,
        data: { message: 'Обновляем процессинг', start: day(-1), end: day(1), partner },
      });
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-payment/1');
    await page.getByRole('combobox', { name: 'Карта' }).click();
    const cards = page.getByRole('option');
    for (const network of ['РН-Карт', 'Татнефть']) {
      const ofNetwork = cards.filter({ hasText: network });
      await expect(ofNetwork.filter({ hasText: 'технические работы' }).first()).toBeDisabled();
      await expect(ofNetwork.filter({ hasNotText: 'технические работы' })).toHaveCount(0);
    }
    await expect(cards.filter({ hasText: 'Газпромнефть' }).first()).toBeEnabled();
  } finally {
    await page.request.delete('/staff/api/maintenance', { headers: staff });
  }
});

test('usual sums and the whole balance take one click, with the balances afterwards @firefox @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  await chooseCard(page, 3);
  await page.getByRole('button', { name: '5 000' }).click();
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue(/^5\s000$/);
  const outlook = page.getByRole('region', { name: 'Откуда и куда' });
  await expect(outlook.getByText(/^Станет/)).toHaveCount(2);
  await expect(outlook.getByRole('img', { name: /^Карта / })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Пополнить несколько карт сразу' }).click();
  await expect(page.getByRole('heading', { name: 'Пополнение карт' })).toBeVisible();
  await page.goto('/cabinet/card-payout/1');
  await chooseCard(page, 3);
  await page.getByRole('button', { name: 'Всё', exact: true }).click();
  await expect(page.getByText(/Останется 0,00/)).toBeVisible();
  await expect(outlook.getByText(/Станет 0,00/)).toBeVisible();
});
