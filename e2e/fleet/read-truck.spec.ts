import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, signInForToken, test } from '../fixtures.ts';

type Signal = { vehicle: { id: number } | null };

test('a truck’s page marks the months above its norm, and names them in words', async ({ page }) => {
  await changeAnswer(page, /\/api\/vehicles\/1$/, ({ data }) => {
    const [month] = data.months;
    const burnt = (name: string, litres: number | null) => ({
      ...month,
      month: name,
      litres_100km: litres,
      norm_litres_100km: 29,
    });
    data.months = [
      burnt('2026-11', 28),
      burnt('2026-10', 30.2),
      burnt('2026-09', 26),
      burnt('2026-08', null),
    ];
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/fleet?truck=1');
  await expect(page.getByText('28,0 л/100 км')).toBeVisible();
  await expect(page.getByText('Ноябрь 2026: норма 29,0, на 1,0 ниже нормы')).toBeVisible();
  await expect(page.getByText('Выше нормы: октябрь 2026 на 1,2')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Последние показания' }).getByRole('listitem')).toHaveCount(3);
  const months = page.getByRole('table', { name: 'Расход по месяцам' });
  await expect(months).toBeHidden();
  await expectNoAxeViolations(page);
  await page.getByText('Месяцы в цифрах').click();
  await expect(months).toBeVisible();
  await page.getByText('Прежние показания').click();
  await expect(page.getByRole('list', { name: 'Прежние показания' })).toBeVisible();
  await expectNoAxeViolations(page);
  await months.getByRole('link', { name: 'октябрь 2026' }).click();
  await expect(page).toHaveURL(/\/cabinet\/card-transactions\?vehicle=1&from=2026-10-01&to=2026-10-31/);
});

test('a truck’s page shows what waits for it, one click from its answer @phone', async ({ page }) => {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/signals?state=open', { headers })).json();
  const truck = (data as Signal[]).find(({ vehicle }) => vehicle !== null)?.vehicle?.id;
  await changeAnswer(page, /\/api\/exceptions\?.*vehicleId=/, (answer) => {
    answer.data = [
      {
        id: 7,
        driver: 'Волков Пётр',
        asked_by: 'Волков Пётр',
        litres: 90,
        reason: 'Дальний рейс',
        cost: 6300,
      },
    ];
    answer.meta.pagination.total = 1;
  });
  await signIn(page, ADMIN);
  await page.goto(`/cabinet/fleet?truck=${truck}`);
  const waiting = page.getByRole('list', { name: 'Ждёт решения' });
  await expect(waiting.getByText('Волков Пётр просит 90 л: Дальний рейс')).toBeVisible();
  await expect(waiting.getByRole('link', { name: /^Ответить: / })).toHaveAttribute('href', /request=7$/);
  await expectNoAxeViolations(page);
  await waiting
    .getByRole('link', { name: /^Разобрать: / })
    .first()
    .click();
  await expect(page).toHaveURL(`/cabinet/signals?state=open&vehicle=${truck}`);
  await expect(page.getByRole('button', { name: 'Разобрать' }).first()).toBeVisible();
});
