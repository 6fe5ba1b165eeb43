import type { APIRequestContext } from '@playwright/test';
import {
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  SPECIALIST,
  signIn,
  signInForToken,
  test,
} from '../fixtures.ts';

const OTHER_ADMIN = '79000000031';

test('a user goes to another company, and a tab left behind asks which one @phone', async ({
  page,
  context,
  request,
}) => {
  const admin = await signInForToken(request, OTHER_ADMIN);
  const { home, further } = await joinFurther(request, admin);
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/drivers');
  const left = await context.newPage();
  await left.goto('/cabinet/drivers');
  await expect(left.getByRole('heading', { level: 1 })).toBeVisible();

  await chooseOfPerson(page, 'Перейти в компанию');
  const choice = page.getByRole('dialog', { name: 'Перейти в компанию' });
  await expect(choice.getByRole('button', { name: new RegExp(home.title) })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectNoAxeViolations(page);
  await choice.getByRole('button', { name: new RegExp(further.title) }).click();
  await expect(page).toHaveURL(/\/cabinet\/?$/);
  await expect(choice).toBeHidden();

  // The other tab shows the first company still, and says so before anything is read or sent.
  await left.bringToFront();
  const moved = left.getByRole('dialog', { name: `Вы перешли в ${further.title}` });
  await expect(moved).toBeVisible();
  await expectNoAxeViolations(left);
  await moved.getByRole('button', { name: `Вернуться в ${home.title}` }).click();
  await expect(moved).toBeHidden();
  await expect(left.getByText('Пожалуйста, перезагрузите страницу')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: `Вы перешли в ${home.title}` })).toBeVisible();
  await left.close();

  const back = page.getByRole('button', { name: `Вернуться в ${further.title}` });
  await back.click();
  await expect(back).toBeHidden();
  await removeRole(request, admin);
  // A page that follows the changes says it at once, and every other one when it is opened.
  await page.reload();
  const ended = page.getByRole('dialog', { name: `Доступ закончился: ${further.title}` });
  await expect(ended).toBeVisible();
  await ended.getByRole('button', { name: new RegExp(home.title) }).click();
  await expect(page).toHaveURL(/\/cabinet\/?$/);
  await expect(ended).toBeHidden();
});

interface Company {
  id: number;
  title: string;
}

/** Makes the specialist of the first company a specialist of another one, too. */
async function joinFurther(
  request: APIRequestContext,
  admin: string,
): Promise<{ home: Company; further: Company }> {
  const own = await signInForToken(request, SPECIALIST);
  const invited = await request.post('/api/users', {
    headers: { 'X-Auth-Token': admin },
    data: { phone: SPECIALIST, firstname: 'Олег', lastname: '', role_id: 10 },
  });
  const { data } = await invited.json();
  const accepted = await request.post(`/api/invitations/${data.id}/accept`, {
    headers: { 'X-Auth-Token': own },
  });
  expect(accepted.ok()).toBe(true);
  const companies = await (await request.get('/api/companies', { headers: { 'X-Auth-Token': own } })).json();
  const [home, further] = companies.data;
  return { home, further };
}

async function removeRole(request: APIRequestContext, admin: string): Promise<void> {
  const headers = { 'X-Auth-Token': admin };
  const { data } = await (await request.get('/api/users', { headers })).json();
  const { id } = data.find(({ phone }: { phone: string }) => phone === SPECIALIST);
  expect((await request.post('/api/users/detachRoles', { headers, data: { id } })).ok()).toBe(true);
}
