import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_INVOICE_LINES } from '#contract/fuel/network-invoices.ts';
import { tableFile } from '../../../lib/tables/table-file.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  givenNetworkInvoice,
  REPORT_HEADER,
  reportRow,
  type InvoiceInput,
} from '../../../testing/givens/given-network-invoice.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';

let api: TestApi;
let staff: GivenPerson;
let card: GivenCard;
let companyId: number;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  companyId = (await givenCompany(api)).id;
  card = await givenCard(api, companyId, { balanceKopecks: 100_000_00 });
  await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-10T10:15:00+03:00' }]);
});
afterAll(() => api.stop());

const load = (input: Partial<InvoiceInput> = {}) =>
  givenNetworkInvoice(api, staff, { lines: [REPORT_HEADER, equalRow()], ...input });
const equalRow = () => reportRow({ card: card.number, time: '10.09.2026 10:17', sum: '6 543,00' });
const count = async () =>
  (await api.get('/staff/api/network-invoices', { token: staff.token })).body.meta.pagination.total as number;

/** Sends a request, and once more while the first one is about to read our sales. */
async function sendTwiceWhileComparing(send: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const { answers } = await api.ctx.db.inSystem(async (tx) => {
    await sql`lock table operation in access exclusive mode`.execute(tx);
    const first = send();
    await waitUntilWaiting(api);
    const second = send();
    await waitUntilWaiting(api, 2);
    return { answers: Promise.all([first, second]) };
  });
  return answers;
}

async function refusal(input: Partial<InvoiceInput>): Promise<string> {
  const before = await count();
  const answer = await load(input);
  expect(answer.status).toBe(400);
  expect(await count()).toBe(before);
  return Object.values(answer.body.error_messages ?? {})
    .flat()
    .join(' ');
}

describe('an invoice of a network', () => {
  test('is stored once under its number, and a repeated request answers the same', async () => {
    const number = 'Ф-100/9';
    const first = await load({ number, key: 'invoice-1' });
    expect(first.body).toMatchObject({ code: 200, data: { number, state: 'checking', progress: null } });
    const again = await load({ number, key: 'invoice-1' });
    expect(again.body.data).toEqual(first.body.data);
    expect(await refusal({ number: number.toLowerCase() })).toContain('этой сети уже загружен');
    // Another network and another year have numbers of their own.
    expect((await load({ number, partnerId: 1 })).status).toBe(200);
    expect((await load({ number, date: '2025-12-30' })).status).toBe(200);
  });

  test('loaded twice at once is stored once', async () => {
    const number = 'Ф-ОДИН';
    const answers = await Promise.all([load({ number }), load({ number })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('loaded twice with one key at once is compared as when it is loaded once', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const own = await givenCard(api, companyId, { balanceKopecks: 100_000_00 });
      await givenSales(api, own, [{ sum: 6543_00, at: '2026-09-10T10:15:00+03:00' }]);
      const lines = [REPORT_HEADER, reportRow({ card: own.number, time: '10.09.2026 10:17', sum: '6543' })];
      const invoice = { number: `Дважды ${round}`, key: `twice-${round}`, lines };
      const answers = await sendTwiceWhileComparing(() => load(invoice));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { id } = answers[0]?.body.data ?? {};
      const { body } = await api.get(`/staff/api/network-invoices/${id}/lines?q=${own.number}`, {
        token: staff.token,
      });
      expect(body.data).toMatchObject([{ group: 'equal' }]);
      expect(answers[1]?.body.data).toEqual(answers[0]?.body.data);
    }
  });

  test('refuses fields that make no sense', async () => {
    expect(await refusal({ from: '2026-09-14', to: '2026-09-01' })).toBe('Последний день раньше первого');
    expect(await refusal({ date: '2026-09-16' })).toBe('16.09.2026 ещё не наступило');
    expect(await refusal({ to: '2026-09-16' })).toBe('16.09.2026 ещё не наступило');
    expect(await refusal({ to: '2026-09-16', path: '/preview' })).toBe('16.09.2026 ещё не наступило');
    expect(await refusal({ sum: '0' })).toBe('Сумма должна быть больше нуля');
    expect(await refusal({ sum: '100', vat: '100' })).toBe('НДС не меньше суммы счёта');
    expect(await refusal({ file: null })).toBe('Выберите файл с отчётом сети');
    expect((await load({ partnerId: 24 })).status).toBe(404);
  });

  test('a broken file names its rows and leaves nothing behind', async () => {
    expect(await refusal({ lines: ['Карта;Товар', '123;ДТ'] })).toContain(
      'не найдены столбцы: «Дата и время», «Литры», «Сумма»',
    );
    const wrong = [
      REPORT_HEADER,
      equalRow(),
      reportRow({ card: card.number, time: '31.09.2026 10:00', sum: '1' }),
      reportRow({ card: card.number, time: '10.09.2026 10:00', sum: 'сто' }),
      reportRow({ card: card.number, time: '10.09.2026 10:00', sum: '1,234' }),
      reportRow({ card: '7.00583E+15', time: '10.09.2026 10:00', sum: '1' }),
      reportRow({ card: card.number, time: '20.10.2026 10:00', sum: '1' }),
      reportRow({ card: card.number, time: '10.09.2026 10:00', litres: '-', sum: '1' }),
    ];
    const text = await refusal({ lines: wrong });
    expect(text).toContain('Строка 3: дата указывается как 28.11.2026 10:15');
    expect(text).toContain('Строка 4: сумма указывается числом');
    expect(text).toContain('Строка 5: сумма указывается числом');
    expect(text).toContain('Строка 6: номер карты не читается');
    expect(text).toContain('Строка 7: 20.10.2026 не входит в период счёта');
    expect(text).toContain('Строка 8: литры указываются числом');
    expect(await refusal({ lines: [REPORT_HEADER] })).toBe('В файле нет ни одной заправки');
    expect(await refusal({ lines: Buffer.from('PK\u0003\u0004 no archive') })).toContain('Файл не читается');
  });

  test('a file beyond the limit of rows is refused', async () => {
    const row = reportRow({ card: '1', time: '10.09.2026', sum: '1' });
    const lines = [REPORT_HEADER, ...Array.from({ length: 2 * MAX_INVOICE_LINES + 20 }, () => row)];
    expect(await refusal({ lines })).toMatch(/В файле (больше \d+ строк|слишком много текста)/);
  });
});

describe('a preview of a report', () => {
  const preview = (lines: InvoiceInput['lines']) => load({ lines, path: '/preview' });

  test('changes nothing and says what was read', async () => {
    const before = await count();
    const unknown = reportRow({ card: '7005830000009999', time: '11.09.2026', sum: '1 000,50' });
    const { data } = (await preview([REPORT_HEADER, equalRow(), unknown])).body;
    expect(data).toMatchObject({ lines: 2, litres: 200, sum: 7543.5, unknown_cards: 1 });
    expect(data.first).toBe('2026-09-10T10:17:00');
    expect(await count()).toBe(before);
  });

  test('recognises the columns of a report by ОПТИ 24', async () => {
    const header =
      'Номер карты;Держатель карты;Дата;Время;Вид операции;Адрес АЗС;Товар;Количество;Цена без скидки;Цена;Сумма без скидки;Сумма скидки;Сумма со скидкой';
    const line = `${card.number};Иванов;10.09.2026;10:15:20;Дебет;Химки;ДТ-Е-К5;100,00;65,43;64,78;6543,00;65,43;6477,57`;
    const { data } = (await preview([header, line])).body;
    expect(data).toMatchObject({ lines: 1, litres: 100, sum: 6477.57, first: '2026-09-10T10:15:20' });
    expect(data.columns).toContainEqual({ field: 'Сумма без скидки', header: 'Сумма без скидки' });
  });

  test('recognises a report that groups its lines by card, as РН-Карт does', async () => {
    const { data } = (
      await preview([
        'Транзакционный отчёт за период 01.09.2026 - 14.09.2026',
        'Дата/время;Операция;Адрес ТО;Товар/Услуга;Кол-во;Цена;Сумма',
        `Карта № ${card.number}`,
        '10.09.2026 10:15;Обслуживание;Химки;ДТ;100,000;65,43;6543,00',
        '11.09.2026 10:15;Возврат;Химки;ДТ;-10,000;65,43;-654,30',
        'Итого по карте;;;;90,000;;5888,70',
      ])
    ).body;
    expect(data).toMatchObject({ lines: 2, litres: 90, sum: 5888.7, unknown_cards: 0 });
  });

  test('reads the time of day from a workbook', async () => {
    const workbook = await tableFile('xlsx', {
      name: 'report',
      title: 'Отчёт',
      columns: [
        { header: 'Номер карты', of: () => card.number },
        { header: 'Дата и время', kind: 'time', of: () => '2026-09-10T10:15:00+03:00' },
        { header: 'Литры', of: () => 100 },
        { header: 'Сумма', of: () => 6543 },
      ],
      rows: [{}],
    });
    const { data } = (await preview(workbook.file)).body;
    expect(data).toMatchObject({ lines: 1, first: '2026-09-10T10:15:00', sum: 6543 });
  });
});
