import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, SPECIALIST, test } from '../fixtures.ts';

test('a company without cards is shown three steps, each with its state @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/card', (body) => (body.data = []));
  await changeAnswer(page, '**/api/cardsRequest', (body) => (body.data = []));
  await changeAnswer(page, '**/api/overview', ({ data }) => {
    data.money.own = 0;
    data.attention = [];
  });
  await page.goto('/cabinet');
  const steps = page.getByRole('region', { name: 'С чего начать' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.locator('[aria-current="step"]')).toContainText('Закажите карты');
  await expect(steps.getByRole('link', { name: 'Выставить счёт' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Как дела' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await steps.getByRole('link', { name: 'Заказать карты' }).click();
  await expect(page).toHaveURL(/\/cabinet\/create$/);
});

test('finished steps say so, and the next one is the one to click', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/card', (body) => (body.data = []));
  await changeAnswer(page, '**/api/overview', ({ data }) => {
    data.money.own = 0;
    data.attention = [{ kind: 'invoices', count: 1, sum: 5000, late: false }];
  });
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: /^Закажите карты\s?, сделано$/ })).toBeVisible();
  await expect(page.getByText(/^Счёт выставлен, ждём оплату: 5\s000,00\s₽/)).toBeVisible();
  await page.getByRole('link', { name: 'Открыть счета' }).click();
  await expect(page).toHaveURL(/\/cabinet\/invoices-issued$/);
});

test('a specialist learns who takes the first steps', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await changeAnswer(page, '**/api/card', (body) => (body.data = []));
  await changeAnswer(page, '**/api/cardsRequest', (body) => (body.data = []));
  await page.goto('/cabinet');
  await expect(page.getByText('Карты заказывает менеджер или администратор компании.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Заказать карты' })).toHaveCount(0);
});

test('the steps stay until the first filling, with cards to set up', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/overview', ({ data }) => {
    data.money.own = 5000;
    data.attention = [];
    data.has_fillings = false;
  });
  await page.goto('/cabinet');
  const steps = page.getByRole('region', { name: 'С чего начать' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.locator('[aria-current="step"]')).toContainText('Настройте карты');
  await expect(steps.getByRole('link', { name: 'Настроить карту' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Как дела' })).toHaveCount(0);
});
