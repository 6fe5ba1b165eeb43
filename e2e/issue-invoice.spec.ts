import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  standStill,
  test,
  tokenOf,
} from './fixtures.ts';

test('§2.76 the buttons of all invoices have one name for somebody who hears them, and none makes another invoice', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/invoices-issued');
  await expect(page.getByRole('row', { name: /№ М-000036/ }).getByRole('button')).toHaveText([
    'Скачать',
    'Распечатать',
  ]);
  await expect(page.getByRole('button', { name: 'Скачать: счёт № М-000036' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Распечатать: счёт № М-000036' })).toBeVisible();
  await page.getByRole('link', { name: 'Выставить счёт' }).click();
  await expect(page).toHaveURL(/\/cabinet\/payment\/1$/);
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/invoices-issued');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Выставить счёт' })).toHaveCount(0);
});

test('§2.71 §2.72 §5.27 §5.28 §4.36 an invoice is issued for a typed sum and waits to be paid @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  await expect(page.getByRole('heading', { name: 'Оплата' })).toBeVisible();
  const issue = page.getByRole('button', { name: 'Выставить счёт' });
  await expect(issue).toBeDisabled();
  const sum = page.getByLabel('Сумма пополнения');
  await sum.fill('0');
  await expect(issue).toBeDisabled();
  await sum.fill('123456');
  await expect(sum).toHaveValue(/^123\s456$/);
  await issue.click();
  await expect(page).toHaveURL(/\/cabinet\/payment\/2/);
  await expect(page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ })).toBeVisible();
  await expect(page.getByText('Ожидает оплаты')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§2.72 §5.28 the browser’s Back leaves the field empty, or with the sum in another form', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  const sum = page.getByLabel('Сумма пополнения');
  await sum.fill('1500,5');
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  const made = page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ });
  const number = await made.textContent();
  await page.goBack();
  await expect(sum).toHaveValue(/^1\s500,50$/);

  await test.step('§1.1 §4.36 the invoice of this morning is not found under those of the day, and English says so', async () => {
    const token = await tokenOf(page.request, MANAGER);
    for (let rubles = 1; rubles <= 20; rubles += 1) {
      await page.request.get(`/api/client/bill?sum=${7000 + rubles}`, { headers: { 'x-auth-token': token } });
    }
    await page.getByRole('button', { name: 'Выставить счёт' }).click();
    await expect(made).toHaveText(number ?? '');
  });
});

test('§2.76 §7.40 §7.41 §9.15 an invoice that comes late is not printed, or a refused one is', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  await expect(page.getByRole('heading', { name: 'Выставленные счета' })).toBeVisible();
  await expect(page.getByRole('row', { name: /№ М-/ }).first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать' }).first().click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);

  // A headless browser cannot print a PDF: the frame gets a page instead, which reports what prints it.
  const { promise: paper, resolve: bring } = Promise.withResolvers<void>();
  const print = /\?print=1&xAuthToken=/;
  await page.route(print, async (route) => {
    await paper;
    const tell = (what: string) => `() => { parent.document.title = "${what}"; }`;
    const stand = `<script>window.print = ${tell('printed')}; onload = ${tell('loaded')};</script>`;
    await route.fulfill({ contentType: 'text/html', body: stand });
  });
  await standStill(page);
  const frame = page.locator('iframe[title="Документ"]');
  await page.getByRole('button', { name: 'Распечатать' }).first().click();
  await expect(frame).toHaveCount(1);
  await page.clock.runFor(5000);
  await expect(frame).toHaveCount(1);
  bring();
  await expect(page).toHaveTitle('loaded');
  await page.clock.runFor(2999);
  await expect(page).toHaveTitle('printed');
  await expect(frame).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(frame).toHaveCount(0);

  await page.unroute(print);
  await failures.stage('downloadInvoice', { message: 'Счёт ещё готовится' });
  await page.getByRole('button', { name: 'Распечатать' }).first().click();
  await expect(page.getByRole('alert').getByText('Счёт ещё готовится')).toBeVisible();
  await expect(frame).toHaveCount(0);
  await page.clock.resume();
  await expectNoAxeViolations(page);
});

test('§9.15 an invoice is printed over another page, because its ticket came after its own was left', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const { promise: heard, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/downloads/ticket', async (route) => {
    await heard;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Распечатать' }).first().click();
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Выставленные счета');
  const frames: string[] = [];
  page.on('frameattached', () => frames.push('attached'));
  const came = page.waitForResponse('**/api/downloads/ticket');
  answer();
  await (await came).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(frames).toEqual([]);
});

test('§2.76 a page past the last one says that there has never been an invoice', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued?page=9999');
  await expect(page.getByText('На этой странице счетов нет')).toBeVisible();
  await expect(page.getByText('Здесь будут счета на пополнение')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'К последним счетам' }).click();
  await expect(page.getByRole('table', { name: 'Выставленные счета' })).toBeVisible();
});

test('§6.9 a specialist can’t top up', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/payment/1');
  await expect(page.getByText(/выставляют администратор и менеджер/)).toBeVisible();
});
