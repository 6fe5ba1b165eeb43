import { expect, expectNoAxeViolations, fillInNewcomer, newPhone, test } from '../fixtures.ts';

test('cabinet, price and benefit stand within the first 900 px of the landing page', async ({ page }) => {
  for (const [width, height] of [
    [360, 900],
    [768, 900],
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1920, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByText(/По ИНН и коду из СМС, без\sвизита в офис · карта 1\s₽/)).toBeInViewport();
    await expect(main.getByText('до 2,50 ₽ скидка с каждого литра дизеля')).toBeInViewport();
    await expect(main.getByRole('img', { name: /650 л в бак на 600/ })).toBeInViewport();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('the header of the landing page stays, one line high, and hides no heading', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Как получить' }).click();
  await expect(page.getByRole('heading', { name: 'Как получить карту' })).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole('link', { name: 'Заказать карту' })).toBeInViewport({ ratio: 1 });
  const box = await header.boundingBox();
  expect(box?.y).toBe(0);
  expect(box?.height).toBeLessThanOrEqual(65);
});

test('§1.25 §1.34 documents open from the header, and the yearly letters stand at the foot alone @phone', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  const footer = page.getByRole('contentinfo');
  await header.getByRole('button', { name: 'Документы' }).click();
  for (const title of [
    'Договор топливной программы',
    'Рамочное соглашение',
    'Условия использования',
    'Персональные данные',
    'Список АЗС',
  ]) {
    await expect(header.getByRole('link', { name: title })).toBeInViewport({ ratio: 1 });
    await expect(footer.getByRole('link', { name: title })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(header.getByRole('link', { name: 'Список АЗС' })).toBeHidden();
  for (const year of [2021, 2022, 2023]) {
    const letter = footer.getByRole('link', { name: `Распределительное письмо ${year}` });
    const paper = await page.request.get((await letter.getAttribute('href')) ?? '');
    expect(paper.headers()['content-type']).toBe('application/pdf');
  }
  await expect(page.getByRole('main').getByRole('link', { name: /письмо|соглашение/ })).toHaveCount(0);
});

test('three blocks with pictures carry the seven advantages @phone', async ({ page }) => {
  await page.goto('/');
  for (const [title, advantages, picture] of [
    ['Видно, куда уходит топливо', ['Контроль расхода', 'Лимиты', 'Блокировка карты онлайн'], /650 литров/],
    ['Дешевле по дороге', ['Качественное топливо', 'Распределение денег между картами'], /План заправок/],
    ['Бухгалтерии ничего не вводить', ['Возврат НДС 20 %', 'Управление счётом онлайн'], /УПД/],
  ] as const) {
    const block = page.getByRole('region', { name: title });
    await block.scrollIntoViewIfNeeded();
    for (const advantage of advantages)
      await expect(block.getByText(advantage, { exact: true })).toBeVisible();
    await expect(block.getByRole('img', { name: picture })).toBeVisible();
  }
  const buttons = page.getByRole('main').getByRole('link', { name: 'Заказать карту' });
  await expect(buttons).toHaveCount(4);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxeViolations(page);
});

test('the calculator multiplies litres of a month by the discount on a litre @phone', async ({ page }) => {
  await page.goto('/');
  const saving = page.getByRole('region', { name: 'Сколько вы сэкономите' });
  const litres = saving.getByLabel('Литров в месяц');
  await expect(litres).toHaveValue(/^10\s000$/);
  const answer = saving.getByRole('status');
  await expect(answer).toContainText(/10\s000\sл × 2,50\s₽/);
  await expect(answer).toContainText(/25\s000\s₽ в\sмесяц/);
  await litres.fill('12 345');
  await expect(answer).toContainText(/12\s345\sл × 2,50\s₽/);
  await expect(answer).toContainText(/30\s862,50\s₽ в\sмесяц/);
  await expect(answer).toContainText(/370\s350\s₽ в\sгод/);
  await litres.fill('много');
  await expect(answer).toContainText(/^0\sл.*[^\d]0\s₽ в\sмесяц/);
  await litres.fill('99999999999');
  await litres.blur();
  await expect(litres).toHaveValue(/^10\s000\s000$/);
});

test('without scripts the calculator is an example in words', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/');
  const saving = page.getByRole('region', { name: 'Сколько вы сэкономите' });
  await expect(saving.getByRole('status')).toContainText(/10\s000\sл × 2,50\s₽/);
  await expect(saving.getByLabel('Литров в месяц')).toBeHidden();
  await context.close();
});

test('§2.21 each «Заказать карту» leads where the one of the header leads', async ({ page }) => {
  await page.goto('/login-driver');
  await fillInNewcomer(page, newPhone());
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Новая заявка' })).toBeVisible();
  const order = page.getByRole('link', { name: 'Заказать карту' });
  await expect(order).toHaveCount(5);
  for (const link of await order.all()) await expect(link).toHaveAttribute('href', '/login-driver');
});
