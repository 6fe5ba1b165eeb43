import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  openPlace,
  signIn,
  SPECIALIST,
  STAFF,
  test,
} from '../fixtures.ts';

const PLACES = [
  'Сегодня',
  'Карты',
  'Операции',
  'Автопарк',
  'АЗС и маршруты',
  'Деньги',
  'Отчёты',
  'Документы',
  'Настройки',
];

test('every place of the cabinet is one click away, and the current one is highlighted', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const places = page.getByRole('navigation', { name: 'Разделы кабинета' }).filter({ visible: true });
  for (const title of PLACES) {
    await openPlace(page, title);
    const place = places.getByRole('link', { name: new RegExp(`^${title}`) });
    await expect(place).toHaveAttribute('aria-current', 'page');
    await expect(places.locator('[aria-current]')).toHaveCount(1);
  }
  await expectNoAxeViolations(page);
});

test('the last place of a long sidebar is visible when it is current', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/contacts');
  const places = page.getByRole('navigation', { name: 'Разделы кабинета' }).filter({ visible: true });
  await expect(places.getByRole('link', { name: 'Программа', exact: true })).toBeInViewport({ ratio: 1 });
});

test('on a phone a sheet has every place, and «Ещё» is highlighted for hidden ones @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Все разделы' });
  for (const title of PLACES) await expect(sheet.getByRole('link', { name: title })).toBeAttached();
  await expectNoAxeViolations(page);
  await sheet.getByRole('link', { name: 'Автопарк' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('navigation', { name: 'Автопарк' }).getByRole('link', { name: 'Водители' }).click();
  await expect(page).toHaveURL(/\/cabinet\/drivers$/);
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await expect(sheet.getByRole('link', { name: 'Автопарк' })).toHaveAttribute('aria-current', 'page');
});

test('the map stays inside the cabinet for a signed-in user @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const places = page.getByRole('navigation', { name: 'Разделы кабинета' }).filter({ visible: true });
  await places.getByRole('link', { name: 'АЗС' }).click();
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByRole('heading', { level: 1, name: 'АЗС' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'АЗС' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('tab', { name: 'Маршрут' }).click();
  await expect(page).toHaveURL(/tab=route/);
  await expect(places.getByRole('link', { name: /^Карты/ })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a folded sidebar stays folded after a reload, and opens again', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await page.getByRole('button', { name: 'Свернуть меню' }).click();
  await expect(page.getByRole('button', { name: 'Развернуть меню' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Развернуть меню' }).click();
  await expect(page.getByRole('link', { name: 'Отчёты', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Свернуть меню' })).toBeFocused();
});

test('a specialist is not shown the places of other roles', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  const places = page.getByRole('navigation', { name: 'Разделы кабинета' }).filter({ visible: true });
  await expect(places.getByRole('link', { name: 'Операции' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Настройки' })).toHaveCount(0);
  await places.getByRole('link', { name: 'Деньги' }).click();
  await expect(page.getByRole('navigation', { name: 'Деньги' }).getByRole('link')).toHaveText([
    'Счета',
    'Выписка',
  ]);
});
