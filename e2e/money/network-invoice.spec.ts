import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';
import { givenInvoice, unknownCard } from '../staff/given-network-invoice.ts';

const HEADER = 'Номер карты;Дата и время;Операция;АЗС;Топливо;Литры;Цена;Сумма';

test(
  'staff load an invoice of a network, decide its differences and accept it',
  { tag: '@phone' },
  async ({ page }) => {
    const today = moscowDay();
    const number = `С-${Math.floor(Math.random() * 1e6)}`;
    const card = unknownCard();
    await signIn(page, STAFF);
    await page.goto('/staff/network-invoices');
    const main = page.getByRole('main');
    await page.getByRole('button', { name: 'Загрузить счёт' }).click();
    const dialog = page.getByRole('dialog', { name: 'Счёт сети' });
    await dialog.getByLabel('Сеть').selectOption({ index: 1 });
    await dialog.getByRole('textbox', { name: 'Период с' }).fill(today);
    await dialog.getByRole('textbox', { name: 'по', exact: true }).fill(today);
    await dialog.getByRole('textbox', { name: 'Номер счёта' }).fill(number);
    await dialog.getByLabel('Сумма с НДС').fill('1000');
    await dialog.getByLabel('В том числе НДС').fill('180,33');
    const choose = (rows: string[]) =>
      dialog.getByLabel(/Отчёт сети/).setInputFiles({
        name: 'Отчёт.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([HEADER, ...rows].join('\r\n')),
      });
    await choose([`№ ${card};${today} 10:15;Продажа;АЗС № 12;ДТ;;65,44;1000`]);
    await dialog.getByRole('button', { name: 'Проверить файл' }).click();
    await expect(dialog.getByText('Строка 2: литры указываются числом')).toBeVisible();
    await choose([`№ ${card};${today} 10:15;Продажа;АЗС № 12;ДТ;15,28;65,44;1000`]);
    await dialog.getByRole('button', { name: 'Проверить файл' }).click();
    await expect(dialog.getByText('Файл прочитан')).toBeVisible();
    await expect(dialog.getByText(/Не из программы: 1\s?карта/)).toBeVisible();
    await expectNoAxeViolations(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Загрузить счёт' }).dblclick();

    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`счёт № ${number}`) })).toBeVisible();
    const acceptAll = main.getByRole('button', { name: 'Принять счёт' });
    await expect(acceptAll).toHaveAttribute('aria-disabled', 'true');
    // The day may have sales of the demonstration that this report does not name.
    for (const group of ['Только у сети', 'Только у нас']) {
      const tab = main.getByRole('tab', { name: group });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      if (/\s0$|[^\d]0$/.test(await tab.innerText())) continue;
      await main.getByRole('button', { name: /^Принять все/ }).click();
      const reason = page.getByRole('dialog', { name: 'Принять расхождения' });
      await reason.getByLabel('Почему принимаем').fill('Проверено по чекам');
      await reason.getByRole('button', { name: /^Принять \d+ стро/ }).click();
      await expect(reason).toBeHidden();
    }
    await main.getByRole('tab', { name: 'Только у сети' }).click();
    await expect(main.getByRole('table').getByText('Принято')).toBeVisible();
    await expectNoAxeViolations(page);
    await expect(acceptAll).not.toHaveAttribute('aria-disabled', 'true');
    await acceptAll.click();
    await page
      .getByRole('dialog', { name: 'Принять счёт' })
      .getByRole('button', { name: 'Принять счёт' })
      .click();
    await expect(main.getByText('Принят', { exact: true })).toBeVisible();

    await page.goto('/staff/network-invoices');
    await expect(main.getByRole('row').filter({ hasText: number })).toContainText('Принят');
    await expectNoAxeViolations(page);
    await main.getByRole('tab', { name: 'Расчёты с сетями' }).click();
    await main
      .getByRole('button', { name: /^ИНН и срок оплаты/ })
      .first()
      .click();
    const terms = page.getByRole('dialog');
    await terms.getByLabel('Дней на оплату').fill('10');
    await terms.getByRole('button', { name: 'Сохранить' }).click();
    await expect(terms).toBeHidden();
    await expect(main.getByRole('table')).toContainText(/\d\d\.\d\d\.\d{4}|\d{1,2} [а-я]+/);
  },
);

test('a report that is loaded again names the invoice that has its lines', async ({ page }) => {
  const card = unknownCard();
  const first = await givenInvoice(page, card);
  const again = await givenInvoice(page, card);
  await signIn(page, STAFF);
  await page.goto(`/staff/network-invoices/${again.id}?group=repeated`);
  const main = page.getByRole('main');
  const notice = main.getByRole('status').filter({ hasText: /2\sстроки уже в счёте/ });
  await expect(notice.getByRole('link')).toHaveText(new RegExp(`№\\s${first.number}`));
  await expect(main.getByRole('tab', { name: 'Уже в другом счёте' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(main.getByRole('table')).toContainText(first.number);
  await expect(main.getByRole('button', { name: /^Принять все/ })).toBeHidden();
  await expectNoAxeViolations(page);
  await main.getByRole('button', { name: 'Спорить обо всех' }).click();
  const reason = page.getByRole('dialog', { name: 'Спорить с сетью' });
  await reason.getByLabel(/В чём несогласие/).fill('Выставлено дважды');
  await reason.getByRole('button', { name: 'Отметить «Спорим»' }).click();
  await expect(main.getByRole('table').getByText('Спорим')).toHaveCount(2);
});
