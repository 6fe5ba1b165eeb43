import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, madeUpInn, signIn, STAFF, test, openFilters } from '../fixtures.ts';

/** The programme's first account, to which others pay as well, and the second, of which the bank states balances here. */
const FIRST_ACCOUNT = '40702810200000000001';
const ACCOUNT = '40702810800000000001';

type Paid = {
  own?: string;
  number: string;
  day: string;
  sum: string;
  out?: boolean;
  from?: string;
  inn: string;
};

function document({
  own = ACCOUNT,
  number,
  day,
  sum,
  out,
  from = '40702810500000000001',
  inn,
}: Paid): string[] {
  const [payer, payee] = out ? [own, from] : [from, own];
  return [
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    `Дата=${day}`,
    `Сумма=${sum}`,
    `ПлательщикСчет=${payer}`,
    `ПлательщикИНН=${out ? '7712345671' : inn}`,
    `Плательщик1=${out ? 'ООО «Магистраль»' : 'ООО "Перевозчик"'}`,
    ...(out ? [`ДатаСписано=${day}`] : []),
    `ПолучательСчет=${payee}`,
    ...(out ? [] : [`ДатаПоступило=${day}`]),
    `ПолучательИНН=${out ? '7736050003' : '7712345671'}`,
    'НазначениеПлатежа=Пополнение за топливо',
    'КонецДокумента',
  ];
}

function balance(day: string, [opening, came, went]: readonly [number, number, number]): string[] {
  return [
    'СекцияРасчСчет',
    `ДатаНачала=${day}`,
    `ДатаКонца=${day}`,
    `РасчСчет=${ACCOUNT}`,
    `НачальныйОстаток=${opening}.00`,
    `ВсегоПоступило=${came}.00`,
    `ВсегоСписано=${went}.00`,
    `КонечныйОстаток=${opening + came - went}.00`,
    'КонецРасчСчет',
  ];
}

/** Loads a file by the screen's own form, which stays open with its result. */
async function load(page: Page, name: string, ...sections: string[][]): Promise<void> {
  const header = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', `РасчСчет=${ACCOUNT}`];
  const buffer = Buffer.from([...header, ...sections.flat(), 'КонецФайла'].join('\r\n'), 'utf8');
  const file = { name, mimeType: 'text/plain', buffer };
  await page.getByRole('button', { name: 'Выписка из файла' }).click();
  const dialog = page.getByRole('dialog', { name: 'Банковская выписка' });
  await dialog.getByLabel('Файл 1CClientBankExchange (.txt)').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Загрузить выписку' }).click();
  await expect(dialog.getByText('Выписка загружена')).toBeVisible();
}

async function closeStatement(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Three days of a year long past, each time other ones. */
function pastDays(): [string, string, string] {
  const start = Date.UTC(2001, 0, 1) + Math.floor(Math.random() * 7000) * 86_400_000;
  const day = (later: number) =>
    new Date(start + later * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('.');
  return [day(0), day(1), day(2)];
}

test(
  'staff see a look-alike payment beside the first one, and mark them as one',
  { tag: '@phone' },
  async ({ page }) => {
    const inn = madeUpInn();
    const number = String(100_000 + Math.floor(Math.random() * 900_000));
    const [day] = pastDays();
    const paid = { own: FIRST_ACCOUNT, number, day, sum: '1234.56', inn };
    await signIn(page, STAFF);
    await page.goto('/staff/payments?state=review');
    await load(page, 'утро.txt', document(paid));
    await closeStatement(page);
    await load(
      page,
      'вечер.txt',
      document({ ...paid, number: `000${number}`, from: '40702810900000000002' }),
    );
    await closeStatement(page);
    const row = page.getByRole('row').filter({ hasText: `№\u00a0000${number}` });
    await row.getByRole('button', { name: 'Сравнить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Один платёж или два' });
    const both = dialog.getByRole('table', { name: 'Похожие платежи рядом' });
    const cells = (field: string) =>
      both
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) })
        .getByRole('cell');
    await expect(cells('Номер')).toHaveText([`000${number}`, number]);
    await expect(cells('Счёт плательщика')).toHaveText(['40702810900000000002', '40702810500000000001']);
    await expect(cells('Файл')).toHaveText(['вечер.txt', 'утро.txt']);
    await expect(cells('Сумма')).toHaveText([/1\s234,56/, /1\s234,56/]);
    await expectNoAxeViolations(page, '[role=dialog]');
    await dialog.getByLabel('Основание, останется в журнале').fill('Та же платёжка из второго файла');
    await dialog.getByRole('button', { name: 'Это один платёж' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toBeHidden();
    await openFilters(page);
    await page.getByLabel('Состояние').selectOption({ label: 'Повтор' });
    await expect(row).toBeVisible();
  },
);

test(
  'a file’s uploader reads which day is missing, until that file has come',
  { tag: '@phone' },
  async ({ page }) => {
    const inn = madeUpInn();
    const [first, second, third] = pastDays();
    const fee = { number: '1', sum: '100.00', inn };
    await signIn(page, STAFF);
    await page.goto('/staff/payments?tab=balances');
    await load(
      page,
      'первый.txt',
      balance(first, [0, 100, 100]),
      document({ ...fee, day: first }),
      document({ ...fee, day: first, out: true }),
    );
    await closeStatement(page);
    await load(
      page,
      'третий.txt',
      balance(third, [50, 0, 50]),
      document({ ...fee, sum: '50.00', day: third, out: true }),
    );
    const warning = page.getByRole('status').filter({ hasText: 'Проверьте остатки и обороты банка' });
    await expect(warning).toContainText(`за ${second} выписки нет, остаток изменился с 0,00`);
    await expectNoAxeViolations(page, '[role=dialog]');
    await closeStatement(page);
    const list = page.getByRole('status').filter({ hasText: 'Банк и документы не сходятся' });
    await expect(list).toContainText(`за ${second} выписки нет`);
    await expectNoAxeViolations(page);

    await load(
      page,
      'второй.txt',
      balance(second, [0, 50, 0]),
      document({ ...fee, sum: '50.00', day: second }),
    );
    await expect(warning.getByText(second)).toBeHidden();
    await closeStatement(page);
    await expect(list.getByText(second)).toBeHidden();
    await expect(page.getByRole('table', { name: 'Остатки банка' })).toContainText('Сходится');
  },
);
