import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  signIn,
  signInForToken,
  test,
  UNTIL_ENDED,
} from '../fixtures.ts';

test('a dispatcher plans the fillings of a trip, sends the plan, and finishes the trip', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/fuel-plans');
  await expect(page.getByRole('table', { name: 'Планы заправок' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Новый план' }).click();
  const truck = page.getByLabel('Машина');
  const diesel = await truck
    .getByRole('option', { name: /Scania R450/ })
    .first()
    .textContent();
  await truck.selectOption({ label: diesel ?? '' });
  await expect(page.getByRole('list', { name: 'Карты машины' })).toBeVisible();
  await page.getByLabel('Откуда', { exact: true }).fill('Москва');
  await page.getByLabel('Куда', { exact: true }).fill('Казань');
  await page.getByLabel('В баке на выезде').fill('100');
  await page.getByRole('button', { name: 'Рассчитать' }).click();
  await expect(page.getByRole('list', { name: 'Остановки' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Карта маршрута' })).toBeVisible();
  await expect(page.getByText(/(дешевле|дороже) обычного на/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Отправить водителю' }).click();
  await expect(page.getByText('У водителя', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Обычно (эта машина|компания) платит/)).toBeVisible();
  await page.getByRole('button', { name: 'Машина выехала' }).click();
  await page.getByRole('button', { name: 'Завершить рейс' }).click();
  await expect(page.getByText('Завершён', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Отклонения' })).toContainText('не заправлялись');
  await expectNoAxeViolations(page);
});

test('a plan shows its road on a map beside its stops, and above them on a phone', async ({ page }) => {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const trucks = (await (await page.request.get('/api/vehicles', { headers })).json()).data;
  const truck = trucks.find(({ brand }: { brand: string }) => brand === 'Scania R450');
  const data = {
    vehicle_id: truck.id,
    points: [
      { title: 'Москва', lat: 55.756, lon: 37.617 },
      { title: 'Казань', lat: 55.796, lon: 49.106 },
    ],
    start_litres: 100,
  };
  const made = await (await page.request.post('/api/fuel-plans', { headers, data })).json();
  await signIn(page, ADMIN);
  await page.goto(`/cabinet/fuel-plans?plan=${made.data.id}`);
  const map = page.getByRole('region', { name: 'Карта', exact: true });
  const stops = page.getByRole('list', { name: 'Остановки' });
  await expect(map.getByRole('region', { name: 'Карта маршрута' })).toBeVisible();
  const place = async () => ({ map: await map.boundingBox(), stops: await stops.boundingBox() });
  const beside = await place();
  expect(beside.map?.width).toBeLessThanOrEqual(562);
  expect(beside.stops?.x).toBeGreaterThan((beside.map?.x ?? 0) + (beside.map?.width ?? 0));
  expect(Math.abs((beside.stops?.y ?? 0) - (beside.map?.y ?? 0))).toBeLessThan(4);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(async () => {
      const above = await place();
      return (above.stops?.y ?? 0) - (above.map?.y ?? 0) - (above.map?.height ?? 0);
    })
    .toBeGreaterThan(0);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ media: 'print' });
  await expect(map).toBeHidden();
  await expect(stops).toBeVisible();
});

test('a plan without its road still shows its stops, on the map too', async ({ page, failures }) => {
  await signIn(page, ADMIN);
  await failures.stage('buildRoute', { times: UNTIL_ENDED, code: 503, message: 'Маршруты не отвечают' });
  await page.goto('/cabinet/fuel-plans');
  await page.getByRole('link', { name: 'Москва — Ростов-на-Дону' }).first().click();
  await expect(page.getByRole('region', { name: 'Карта маршрута' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Остановки' })).toBeVisible();
});
