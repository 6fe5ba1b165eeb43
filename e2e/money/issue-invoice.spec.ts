import { changeAnswer } from '../pages/change-answer.ts';
import { changeByTwoPeople } from '../staff/change-by-two-people.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';
import { expectWhileStanding, clickTwice, stopTime } from '../pages/hold-time.ts';
import { givenPayment } from '../staff/given-payment.ts';
import { readOpacity } from '../pages/read-opacity.ts';
import { disablePdfViewer, stubPdfViewer } from '../papers/pdf-viewer.ts';

const DOWNLOAD = /\/api\/invoices\/\d+\/download/;

test('§2.76 the buttons of all invoices have their own names, and none makes another invoice', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/invoices-issued');
  const newest = page.getByRole('row', { name: /№ М-\d{6}/ }).first();
  const number = /М-\d{6}/.exec((await newest.textContent()) ?? '')?.[0];
  await expect(page.getByRole('button', { name: `Скачать: счёт № ${number}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Распечатать: счёт № ${number}` })).toBeVisible();
  await page.getByRole('link', { name: 'Выставить счёт' }).click();
  await expect(page).toHaveURL(/\/cabinet\/payment\/1$/);
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/invoices-issued');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Выставить счёт' })).toHaveCount(0);
});

test('§2.71 §2.72 §5.27 §5.28 §4.36 an invoice is issued for a typed sum and waits to be paid @firefox @phone', async ({
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

test('§2.72 §9.15 the invoice is shown as printed, hides after three seconds, returns on request', async ({
  page,
}) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  await page.getByLabel('Сумма пополнения').fill('123457');
  await stopTime(page);
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  await expectWhileStanding(page, page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ }));
  await expect(page.getByText('Ожидает оплаты')).toBeVisible();
  await expect(page.getByText(/^123\s457,00\s₽$/).first()).toBeVisible();
  const pdf = page.getByTitle(/^Счёт № М-\d{6}$/);
  await expectWhileStanding(page, pdf);
  await expect(page).toHaveTitle('loaded');
  await page.clock.runFor(2900);
  await expect(pdf).toBeVisible();
  await page.clock.runFor(100);
  await expect(pdf).toBeHidden();

  await page.getByRole('button', { name: 'Показать счёт' }).click();
  await expect(pdf).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(pdf).toBeVisible();
  await page.clock.resume();
  await page.getByRole('button', { name: 'Скрыть счёт' }).click();
  await expect(pdf).toBeHidden();
  await expectNoAxeViolations(page);
});

test('§2.72 §4.36 a paid invoice is shown as paid on the open page, and a reload issues none', async ({
  page,
}) => {
  // No client has this INN, so staff assign the payment.
  const payment = await givenPayment(page, { inn: '7707083893', state: 'review' });
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  await page.getByLabel('Сумма пополнения').fill('1234,5');
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  const made = page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ });
  const number = /М-\d{6}/.exec((await made.textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByText('Ожидает оплаты')).toBeVisible();

  const found = await page.request.get('/staff/api/clients', { headers, params: { search: number } });
  const [client] = (await found.json()).data;
  const { id } = client.invoices.find((invoice: { number: string }) => invoice.number === number);
  const assigned = { headers, data: { company_id: client.id, invoice_id: id } };
  expect((await page.request.post(`/staff/api/payments/${payment.id}/assign`, assigned)).ok()).toBe(true);
  await expect(page.getByText('Оплачен с переплатой')).toBeVisible();
  await expect(page.getByText(/оплатите его из банка/)).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(page.getByText('Оплачен с переплатой')).toBeVisible();
  await expect(made).toHaveText(`Счёт № ${number}`);

  // The correction leaves an unpaid invoice of a sum that no other test pays.
  const back = `/staff/api/payments/${payment.id}/correct`;
  expect((await changeByTwoPeople(page.request, back, { reason: 'Проверка' })).ok()).toBe(true);
  await expect(page.getByText('Ожидает оплаты')).toBeVisible();
});

test('§2.72 a user who left before the invoice came is not brought back to it', async ({ page }) => {
  await signIn(page, ADMIN);
  const { promise: pdf, resolve: bring } = Promise.withResolvers<void>();
  await page.route('**/api/client/bill?*', async (route) => {
    await pdf;
    await route.continue();
  });
  const requested = page.waitForRequest('**/api/client/bill?*');
  await page.goto('/cabinet/payment/2?sum=4322');
  // The navigation may come before the page does, which then asks for nothing.
  await requested;
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Оплата');
  const { pathname } = new URL(page.url());
  const listed = page.waitForResponse('**/api/invoices?*');
  bring();
  await (await listed).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(new URL(page.url()).pathname).toBe(pathname);
});

test('§2.72 §5.28 the browser’s Back brings the sum back into the field, in its own form', async ({
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

  await test.step('§1.1 §4.36 the invoice of this morning is found under those of the day', async () => {
    const token = await signInForToken(page.request, MANAGER);
    for (let rubles = 1; rubles <= 20; rubles += 1) {
      await page.request.get(`/api/client/bill?sum=${7000 + rubles}`, { headers: { 'x-auth-token': token } });
    }
    await page.getByRole('button', { name: 'Выставить счёт' }).click();
    await expect(made).toHaveText(number ?? '');
  });
});

test('§2.76 §7.40 §7.41 §9.15 an invoice that comes late is printed, and a refused one is not @firefox', async ({
  page,
  failures,
}) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  await expect(page.getByRole('heading', { name: 'Выставленные счета' })).toBeVisible();
  await expect(page.getByRole('row', { name: /№ М-/ }).first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Скачать: счёт/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);

  const { promise: pdf, resolve: bring } = Promise.withResolvers<void>();
  await page.route(DOWNLOAD, async (route) => {
    await pdf;
    await route.continue();
  });
  await stopTime(page);
  const frame = page.locator('iframe[title="Документ"]');
  await page
    .getByRole('button', { name: /^Распечатать: счёт/ })
    .first()
    .click();
  await page.clock.runFor(5000);
  bring();
  await expect(page).toHaveTitle('loaded');
  await page.clock.runFor(2999);
  await expect(page).toHaveTitle('printed');
  await expect(frame).toHaveCSS('visibility', 'visible');
  await page.clock.runFor(1);
  await expect(frame).toHaveCSS('visibility', 'hidden');

  await page.unroute(DOWNLOAD);
  await failures.stage('downloadInvoice', { message: 'Счёт ещё готовится' });
  await page
    .getByRole('button', { name: /^Распечатать: счёт/ })
    .first()
    .click();
  await expect(page.getByRole('alert').getByText('Счёт ещё готовится')).toBeVisible();
  // The one of before, whose dialog may be open still.
  await expect(frame).toHaveCount(1);
  await page.clock.resume();
  await expectNoAxeViolations(page);
});

test('§9.15 an invoice that came after its page was left is not printed over another page', async ({
  page,
}) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const { promise: pdf, resolve: bring } = Promise.withResolvers<void>();
  await page.route(DOWNLOAD, async (route) => {
    await pdf;
    await route.continue();
  });
  await page
    .getByRole('button', { name: /^Распечатать: счёт/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Выставленные счета');
  const frames: string[] = [];
  page.on('frameattached', () => frames.push('attached'));
  // For the browser, a body that is read in parts sometimes never ends. The file itself shows that it came.
  await page.evaluate(() => {
    window.Blob = class extends Blob {
      constructor(parts?: BlobPart[], options?: BlobPropertyBag) {
        super(parts, options);
        if (options?.type === 'application/pdf') document.title = 'read';
      }
    };
  });
  bring();
  await expect(page).toHaveTitle('read');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(frames).toEqual([]);
});

test('§9.15 the hidden invoice stays for the print dialog until the next print or page', async ({ page }) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const print = page.getByRole('button', { name: /^Распечатать: счёт/ }).first();
  await expect(print).toBeVisible();
  await stopTime(page);
  const frame = page.locator('iframe[title="Документ"]');
  await print.click();
  await expect(page).toHaveTitle('loaded');
  await page.clock.runFor(600_000);
  await expect(page).toHaveTitle('printed');
  await expect(frame).toHaveCSS('visibility', 'hidden');
  const first = await frame.getAttribute('src');
  await print.click();
  await expect(frame).not.toHaveAttribute('src', `${first}`);
  await expect(frame).toHaveCount(1);
  await page.clock.resume();
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Выставленные счета');
  await expect(frame).toHaveCount(0);
});

test('§9.15 a proxy’s page in place of an invoice is not printed as the invoice', async ({ page }) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const print = page.getByRole('button', { name: /^Распечатать: счёт/ }).first();
  const problem = page.getByRole('alert').getByText('Ошибка сервера. Попробуйте ещё раз чуть позже');
  await expect(print).toBeVisible();
  await stopTime(page);
  const answers = [
    { status: 200, contentType: 'text/html', body: '<h1>Войдите в сеть гостиницы</h1>' },
    { status: 200, contentType: 'text/plain', body: 'Войдите в сеть гостиницы' },
    { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
  ];
  for (const answer of answers) {
    await page.route(DOWNLOAD, (route) => route.fulfill(answer));
    await print.click();
    await expectWhileStanding(page, problem);
    await page.clock.runFor(10_000);
    await expect(page).not.toHaveTitle('printed');
    await page.unroute(DOWNLOAD);
  }
});

test('§9.15 a browser that can’t print a document says so, and does not blame the connection', async ({
  page,
}) => {
  await stubPdfViewer(page, { refusing: true });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  await page
    .getByRole('button', { name: /^Распечатать: счёт/ })
    .first()
    .click();
  await expect(page.getByRole('alert').getByText(/^Браузер не дал напечатать/)).toBeVisible();
});

test('§9.15 a browser that shows no PDF saves the invoice under its own name', async ({ page }) => {
  await disablePdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const saved = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Распечатать: счёт/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/^Счёт М-\d{6}\.pdf$/);
});

test('§2.76 two clicks in one frame download an invoice once, and print it once', async ({ page }) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (DOWNLOAD.test(request.url())) requested.push(request.url());
  });
  const saved = page.waitForEvent('download');
  await clickTwice(page.getByRole('button', { name: /^Скачать: счёт/ }).first());
  await saved;
  await clickTwice(page.getByRole('button', { name: /^Распечатать: счёт/ }).first());
  await expect(page).toHaveTitle('printed');
  expect(requested).toHaveLength(2);
});

test('§2.71 two clicks in one frame ask once for an invoice that was not issued', async ({ page }) => {
  await signIn(page, ADMIN);
  const bill = '**/api/client/bill?*';
  await page.route(bill, (route) => route.abort());
  await page.goto('/cabinet/payment/1');
  await page.getByLabel('Сумма пополнения').fill('4321');
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  const again = page.getByRole('button', { name: 'Перезагрузить' });
  await expect(again).toBeVisible();
  await page.unroute(bill);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/client/bill?')) requested.push(request.url());
  });
  await clickTwice(again);
  await expect(page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ })).toBeVisible();
  expect(requested).toHaveLength(1);
});

test('§2.76 a printed page of a long list of invoices says that it is not all of them', async ({ page }) => {
  await changeAnswer(page, /\/api\/invoices\?/, ({ meta }) => {
    meta.pagination.total_pages = 3;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued?page=2');
  await expect(page.getByRole('button', { name: 'Страница 3' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Счета: страница 2 из 3')).toBeVisible();
});

test('§2.76 invoices of the previous page do not look like those of the chosen one', async ({ page }) => {
  await changeAnswer(page, /\/api\/invoices\?/, ({ meta }) => {
    meta.pagination.total_pages = 3;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  // Beside the invoices on every page.
  const other = page.getByRole('button', { name: 'Страница 3' });
  await expect(other).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/invoices?*', async (route) => {
    await answered;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Страница 2' }).click();
  await expect.poll(() => readOpacity(other)).toBeLessThan(0.8);
  answer();
  await expect.poll(() => readOpacity(other)).toBe(1);
});

test('§2.76 a page past the last one does not say that there has never been an invoice', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued?page=9999');
  await expect(page.getByText('На этой странице счетов нет')).toBeVisible();
  await expect(page.getByText('Здесь будут счета на пополнение')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'К последним счетам' }).click();
  await expect(page.getByRole('table', { name: 'Выставленные счета' })).toBeVisible();
});

test('§2.71 §5.27 a sum whose last digit was refused is not issued at once by Enter', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  const sum = page.getByLabel('Сумма пополнения');
  await sum.pressSequentially('1000000');
  await expect(page.getByText('В сумме не больше 6 цифр до запятой')).toBeVisible();
  await sum.press('Enter');
  await expect(page.getByText('В сумме не больше 6 цифр до запятой')).toBeVisible();
  await expect(page).toHaveURL(/\/cabinet\/payment\/1$/);
  await sum.press('Backspace');
  await sum.press('Enter');
  await expect(page).toHaveURL(/\/cabinet\/payment\/2\?sum=10000$/);
});

test('§5.27 the reason of a disabled button disappears once the button is enabled', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  const sum = page.getByLabel('Сумма пополнения');
  const reason = page.locator('[popover]', { hasText: 'Укажите сумму больше нуля' });
  await sum.press('Enter');
  await expect(reason).toBeVisible();
  await sum.press('1');
  await expect(page.getByRole('button', { name: 'Выставить счёт' })).toBeEnabled();
  await expect(reason).toBeHidden();
});

test('§3.24 a partly paid invoice shows the rest, an overpaid one by how much @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/invoices?*', (answer) => {
    const [partly, over, paid] = answer.data;
    Object.assign(partly, {
      status: 'Оплачен частично',
      status_id: 'partly',
      sum: 360000,
      paid_sum: 210000.5,
    });
    Object.assign(over, {
      status: 'Оплачен с переплатой',
      status_id: 'overpaid',
      sum: 450000,
      paid_sum: 500000.1,
    });
    Object.assign(paid, { status: 'Оплачен', status_id: 'paid', sum: 80000, paid_sum: 80000 });
  });
  await page.goto('/cabinet/invoices-issued');
  const list = page.getByRole('table', { name: 'Выставленные счета' });
  await expect(list.getByText(/^Осталось 149\s999,50\s₽$/)).toBeVisible();
  await expect(
    list.getByText(/^Переплата 50\s000,10\s₽ поступила в нераспределённые средства$/),
  ).toBeVisible();
  await expect(list.getByText(/^(Осталось|Переплата) 0,00/)).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('§2.76 what is to be paid stands first, is added up, and is paid from its row @phone', async ({
  page,
}) => {
  await changeAnswer(page, /\/api\/invoices\?/, ({ data, meta }) => {
    Object.assign(data[0], {
      status: 'Ожидает оплаты',
      status_id: 'waiting',
      sum: 150000,
      paid_sum: 0,
      payment_due_date: { date: '2099-12-31' },
    });
    Object.assign(data[1], { status: 'Оплачен', status_id: 'paid' });
    meta.to_pay = { count: 2, sum: 250000.5, due: '2099-12-31' };
  });
  await signIn(page, MANAGER);
  const requested = page.waitForRequest(/\/api\/invoices\?/);
  await page.goto('/cabinet/invoices-issued');
  expect(new URL((await requested).url()).searchParams.get('sort')).toBe('to_pay');
  await expect(page.getByText(/^К оплате/).locator('..')).toHaveText(
    /^К оплате\s*250\s000,50\s₽\s*2\sсчёта,\sближайший\sдо\s31\.12\.2099$/,
  );
  await expectNoAxeViolations(page);
  const row = page.getByRole('row', { name: /№ М-\d{6}/ });
  await expect(row.nth(1).getByRole('link', { name: /^Оплатить/ })).toHaveCount(0);
  await row
    .first()
    .getByRole('link', { name: /^Оплатить: счёт № М-\d{6}$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Счёт № М-\d{6}$/ });
  await expect(dialog.getByRole('region', { name: 'Чем оплатить' })).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');

  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/invoices-issued');
  await expect(row.first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Оплатить/ })).toHaveCount(0);
});

test('§6.9 a specialist can’t top up', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/payment/1');
  await expect(page.getByText(/выставляют администратор и менеджер/)).toBeVisible();
});

test('an issued invoice shows its QR code at once, and copies requisites in one click @phone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/2?sum=4321.5');
  const number = /М-\d{6}/.exec(await page.getByRole('heading', { name: /^Счёт № М-/ }).innerText())?.[0];
  const pay = page.getByRole('region', { name: 'Чем оплатить' });
  await expect(pay.getByRole('img', { name: `QR-код для оплаты счёта № ${number}` })).toBeVisible();
  await expect(pay.getByText(`Оплата по счёту № ${number}`)).toBeVisible();
  await expectNoAxeViolations(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await pay.getByRole('button', { name: 'Скопировать: Сумма' }).click();
  await expect(page.getByText('Скопировано: Сумма')).toBeAttached();
  expect(await copied()).toBe('4321,50');
  await pay.getByRole('button', { name: 'Скопировать всё' }).click();
  await expect(page.getByText('Скопировано: все реквизиты')).toBeAttached();
  expect(await copied()).toMatch(/^Получатель: [^\n]+\nИНН: \d+\n[^]*\nНазначение: Оплата по счёту № /);
});
