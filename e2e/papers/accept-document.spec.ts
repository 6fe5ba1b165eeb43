import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import { chooseAction, documentRows, readTitle, waitingRow } from './document-rows.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  SPECIALIST,
  test,
  UNTIL_ENDED,
} from '../fixtures.ts';
import { expectWhileStanding, returnToPage, readOnlyWhenAsked, stopTime } from '../pages/hold-time.ts';

/** A company whose contract is as old as this. */
function givenContractSince(page: Page, since: string): Promise<void> {
  return changeAnswer(page, '**/api/doc?*', (answer) => {
    answer.meta.since = since;
  });
}

/** Fields of a document that these tests do not check. */
const PLAIN = {
  kind: 'upd',
  sum: null,
  vat: null,
  published: '2026-09-03T09:00:00.000Z',
  register: null,
  making: null,
};

test('§2.75 §2.95 §9.18 years are shown ten at a time, or five on a narrow screen @phone', async ({
  page,
}) => {
  await givenContractSince(page, '2000-01');
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const narrow = (page.viewportSize()?.width ?? 0) < 992;
  await expect(page.getByRole('group', { name: 'Год' }).getByRole('radio')).toHaveCount(narrow ? 5 : 10);
  await expectNoAxeViolations(page);
});

test('§2.75 the years are those of the contract, from its first day to today', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-20T12:00:00+03:00');
  await givenContractSince(page, '2024-05');
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const years = page.getByRole('group', { name: 'Год' }).getByRole('radio');
  await expect(years).toHaveCount(3);
  await expect(years.last()).toHaveAccessibleName('2024');
});

test('§2.75 §2.95 a year that can’t be listed is not offered, nor asked for again and again', async ({
  page,
}) => {
  await givenContractSince(page, '2000-01');
  await signIn(page, ADMIN);
  const refused: string[] = [];
  page.on('response', (reply) => {
    if (/\/api\/doc/.test(reply.url()) && !reply.ok()) refused.push(reply.url());
  });
  const years = page.getByRole('group', { name: 'Год' }).getByRole('radio');
  const chosen = page.getByRole('group', { name: 'Год' }).getByRole('radio', { checked: true });
  await page.goto('/cabinet/documents');
  const newest = await chosen.inputValue();
  for (const year of ['99999', '-1', '2025.5']) {
    await page.goto(`/cabinet/documents?year=${year}`);
    await expect(chosen).toHaveValue(newest);
  }
  await page.goto('/cabinet/documents?year=2001');
  await expect(years.last()).toHaveAccessibleName('2000');
  await expect(page.getByRole('button', { name: 'Раньше' })).toBeHidden();
  expect(refused).toEqual([]);
});

for (const [now, chosen] of [
  ['2025-12-31T23:59:00+03:00', '2025'],
  ['2026-01-01T00:01:00+03:00', '2025'],
  ['2026-01-31T23:59:00+03:00', '2025'],
  ['2026-02-01T00:01:00+03:00', '2026'],
] as const) {
  test(`§2.75 at ${now} the newest documents, those of the previous month, are shown at once`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(now);
    await setServerTime(page, now);
    await signIn(page, ADMIN);
    await page.goto('/cabinet/documents');
    const years = page.getByRole('group', { name: 'Год' });
    await expect(years.getByRole('radio', { checked: true })).toHaveAccessibleName(chosen);
    await expect(years.getByRole('radio').first()).toHaveAccessibleName(now.slice(0, 4));
    await years.getByRole('radio').first().click();
    await expect(years.getByRole('radio', { checked: true })).toHaveAccessibleName(now.slice(0, 4));
  });
}

/** The portal goes by its server's clock, which a page reads in the answers' headers. */
async function setServerTime(page: Page, now: string): Promise<void> {
  await page.addInitScript((date) => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? date : get.call(this, name);
    };
  }, new Date(now).toUTCString());
}

test('§2.95 an action on a document has the document’s name for a screen reader', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const waiting = waitingRow(page);
  const title = await readTitle(waiting);
  await expect(waiting).toContainText(title);
  await expect(page.getByRole('button', { name: `Скачать: ${title}`, exact: true })).toBeVisible();
  await waiting.getByRole('button', { name: `Действия: ${title}`, exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Подтвердить',
    'Возразить',
    'Возразить файлом XML',
    'Скачать',
    'Скачать XML',
  ]);
});

test('§2.96 §2.97 §4.31 §5.18 a document is confirmed by the sixth digit of its code @firefox', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const before = await lastMessageId(page.request, ADMIN);
  const title = await readTitle(waitingRow(page));
  await chooseAction(documentRows(page, title), 'Подтвердить');
  await page
    .getByRole('dialog')
    .getByLabel('Код из СМС')
    .fill(await lastCode(page.request, ADMIN, before));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(documentRows(page, title)).toContainText('Получен');
});

test('§2.98 §4.32 §8.25 §9.13 an objection that the server drops says so and goes away after 2 s', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await failures.stage('objectToDocument');
  const before = await lastMessageId(page.request, ADMIN);
  await chooseAction(waitingRow(page), 'Возразить');
  const dialog = page.getByRole('dialog', { name: 'Возражение по документу' });
  await expect(dialog.getByLabel('С чем вы не согласны')).toBeFocused();
  // Opening the dialog alone sends no message.
  await expect(dialog.getByRole('button', { name: 'Получить код' })).toBeDisabled();
  expect(await lastMessageId(page.request, ADMIN)).toBe(before);
  await dialog.getByLabel('С чем вы не согласны').fill('Лишние 100 литров по карте 4413');
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await dialog.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
  await stopTime(page);
  await dialog.getByRole('button', { name: 'Отправить возражение' }).click();
  await expectWhileStanding(page, dialog.getByText('Ошибка сервера.'));
  await page.clock.runFor(1999);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog).toBeHidden();
});

test('§2.98 an objection can’t be changed while it is being sent', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await page.route('**/api/doc/sendObjection', () => {});
  await chooseAction(waitingRow(page), 'Возразить');
  const comment = page.getByLabel('С чем вы не согласны');
  await comment.fill('Лишние 100 литров');
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill('000000');
  await page.getByRole('button', { name: 'Отправить возражение' }).click();
  await expect(comment).not.toBeEditable();
});

test('a document whose response was lost asks for no new code, and objects once @phone', async ({ page }) => {
  await readOnlyWhenAsked(page);
  await page.clock.install();
  await signIn(page, ADMIN);
  let title: string | undefined;
  let decision: object = {};
  await changeAnswer(page, '**/api/doc?*', (answer) => {
    for (const item of Object.values<{ title: string }[]>(answer.data).flat())
      if (item.title === title) Object.assign(item, decision);
  });
  const at = '2026-11-03T10:00:00+03:00';
  const noConnection = page.getByText(/^Нет связи с сервером/);
  await page.goto('/cabinet/documents');

  await page.route('**/api/doc/acceptDoc', async (route) => {
    decision = { received: at };
    await route.abort();
  });
  const confirm = waitingRow(page);
  title = await readTitle(confirm);
  await chooseAction(confirm, 'Подтвердить');
  await page.getByLabel('Код из СМС').fill('123456');
  await expect(noConnection).toBeVisible();
  await returnToPage(page);
  const confirmed = page.getByRole('dialog', { name: 'Документ подтверждён' });
  await expect(confirmed).toContainText('Получен 03.11.2026');
  await expectNoAxeViolations(page, '[role=dialog]');
  await confirmed.getByRole('button', { name: 'Понятно' }).press('Enter');
  await expect(confirmed).toBeHidden();

  decision = {};
  await page.route('**/api/doc/sendObjection', async (route) => {
    decision = {
      objection: { comment: 'Лишние 100 литров', created_at: at, operations: [], rows: [], answer: null },
    };
    await route.abort();
  });
  await page.reload();
  const object = waitingRow(page);
  title = await readTitle(object);
  await chooseAction(object, 'Возразить');
  const dialog = page.getByRole('dialog', { name: 'Возражение по документу' });
  await dialog.getByLabel('С чем вы не согласны').fill('Лишние 100 литров');
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await dialog.getByLabel('Код из СМС').fill('123456');
  await dialog.getByRole('button', { name: 'Отправить возражение' }).click();
  await expect(noConnection).toBeVisible();
  await returnToPage(page);
  const sent = 'Возражение отправлено 03.11.2026: «Лишние 100 литров»';
  await expect(dialog.getByRole('status').filter({ hasText: sent })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Отправить возражение' })).toBeDisabled();
  await expectNoAxeViolations(page, '[role=dialog]');
});

test('§9.13 an objection that the server drops closes, though the list has changed meanwhile', async ({
  page,
  failures,
}) => {
  const { promise: changed, resolve: change } = Promise.withResolvers<void>();
  await page.route('**/api/events', async (route) => {
    await changed;
    await route.fulfill({ contentType: 'text/event-stream', body: 'event: open\ndata: {}\n\n' });
  });
  await signIn(page, MANAGER);
  await page.goto('/cabinet/documents');
  await failures.stage('objectToDocument');
  const before = await lastMessageId(page.request, MANAGER);
  await chooseAction(waitingRow(page), 'Возразить');
  const dialog = page.getByRole('dialog', { name: 'Возражение по документу' });
  await dialog.getByLabel('С чем вы не согласны').fill('Лишние 100 литров по карте 4413');
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await dialog.getByLabel('Код из СМС').fill(await lastCode(page.request, MANAGER, before));
  await stopTime(page);
  await dialog.getByRole('button', { name: 'Отправить возражение' }).click();
  await expectWhileStanding(page, dialog.getByText('Ошибка сервера.'));
  await page.clock.runFor(1000);
  await changeAnswer(page, '**/api/doc?*', (answer) => {
    Object.values<{ title: string }[]>(answer.data)[0]![0]!.title = 'УПД № 2';
  });
  change();
  await expectWhileStanding(page, page.getByText('УПД № 2', { exact: true }).filter({ visible: true }));
  await page.clock.runFor(1000);
  await expect(dialog).toBeHidden();
});

test('§4.31 §4.32 a client whose objection was answered can still confirm the document @phone', async ({
  page,
}) => {
  const answered = {
    ...PLAIN,
    id: 999_999_999,
    url: '/api/doc/999999999/download',
    title: 'УПД № 202608-2',
    partner_id: 2,
    partner_title: 'Газпромнефть',
    received: null,
    objection: {
      comment: 'Не сходятся литры',
      created_at: '2026-09-05T09:00:00.000Z',
      operations: [],
      rows: [],
      answer: null,
    },
    object_until: '2026-09-17',
    signature: null,
    edm: null,
  };
  await page.route('**/api/doc?*', (route) =>
    route.fulfill({ json: { code: 200, data: { '2026-08': [answered] } } }),
  );
  await page.route('**/api/sms?*', (route) =>
    route.fulfill({ json: { code: 200, data: { resend_after: 45 } } }),
  );
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const disputed = documentRows(page, answered.title);
  await expect(disputed).toContainText('Возражение от 05.09.2026');
  await chooseAction(disputed, 'Подтвердить');
  await expect(page.getByRole('dialog', { name: 'Подтверждение документа' })).toBeVisible();
});

test('a document’s number, network and state stand whole on a phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const rows = documentRows(page, /УПД №\s\d{6}-/);
  const first = rows.first();
  const title = await readTitle(first);
  const [, month, network] = /№ \d{4}(\d\d)-(?:\d+-)?(\d+)/.exec(title) ?? [];
  await expect(first.getByText(`УПД № ${month}-${network}`, { exact: true })).toBeVisible();
  const cut = await rows.evaluateAll((list) =>
    list.flatMap((row) =>
      [...row.querySelectorAll<HTMLElement>('span, time')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)
        .map((part) => part.textContent),
    ),
  );
  expect(cut).toEqual([]);
  const tableBox = await page.getByRole('table', { name: 'Документы' }).boundingBox();
  for (const state of await rows
    .getByText(/Ждёт|Получен|Возражение/)
    .filter({ visible: true })
    .all()) {
    const box = await state.boundingBox();
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(
      (tableBox?.x ?? 0) + (tableBox?.width ?? 0),
    );
  }
});

test('a document that its company signed at the operator is shown as waiting for it', async ({ page }) => {
  const signed = {
    ...PLAIN,
    id: 999_999_998,
    url: '/api/doc/999999998/download',
    title: 'УПД № 202608-3',
    partner_id: 3,
    partner_title: 'Татнефть',
    received: null,
    objection: null,
    object_until: '2026-09-17',
    signature: null,
    edm: { state: 'signed', reason: null, changed_at: '2026-09-04T09:00:00.000Z' },
  };
  const both = { ...signed, id: 999_999_997, title: 'УПД № 202608-5', received: '2026-09-05T09:00:00.000Z' };
  const refused = {
    ...signed,
    id: 999_999_999,
    title: 'УПД № 202608-4',
    edm: { ...signed.edm, state: 'refused', reason: 'Не сходится количество литров по картам. '.repeat(5) },
  };
  await page.route('**/api/doc?*', (route) =>
    route.fulfill({ json: { code: 200, data: { '2026-08': [signed, refused, both] } } }),
  );
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const row = (title: string) => documentRows(page, title);
  await expect(row(refused.title)).toContainText('Ждёт подтверждения');
  await expect(row(signed.title)).toContainText('ЭДО: подписан 04.09.2026');
  await expect(row(signed.title)).not.toContainText('Ждёт подтверждения');
  await row(signed.title)
    .getByRole('button', { name: /^Действия: / })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Подтвердить' })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('two states of a document stand apart on a tablet', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    const received = await row(both.title).getByText('Получен').boundingBox();
    const edm = await row(both.title).getByText('ЭДО: подписан').boundingBox();
    expect(edm?.y).toBeGreaterThanOrEqual((received?.y ?? Infinity) + (received?.height ?? 0));
  });

  await test.step('a long reason of the operator leaves the title its room', async () => {
    const cell = row(refused.title).getByRole('cell').filter({ hasText: refused.title });
    const title = await cell.boundingBox();
    expect(title?.width).toBeGreaterThan(200);
  });
});

test('§1.17 a document or its sheet that can’t be downloaded shows an error', async ({ page, failures }) => {
  await changeAnswer(page, '**/api/doc?*', ({ data }) => {
    for (const document of Object.values<{ signature: string | null }[]>(data).flat())
      document.signature = '/api/doc/1/signature';
  });
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/documents');
  const row = (which: number) => documentRows(page, 'УПД').nth(which);
  await failures.stage('downloadDocument', { code: 404, message: 'Документ не найден' });
  await row(0).getByRole('button', { name: 'Скачать' }).click();
  await expect(page.getByText('Документ не найден')).toBeVisible();
  await failures.stage('downloadSignature', { code: 404, message: 'Документ ещё не подписан' });
  await chooseAction(row(1), 'Лист подписания');
  await expect(page.getByText('Документ ещё не подписан')).toBeVisible();

  const saved = page.waitForEvent('download');
  await row(0).getByRole('button', { name: 'Скачать' }).click();
  await saved;
});

test('§8.35 a failed list of documents shows its error, not an empty list', async ({ page, failures }) => {
  await page.clock.install();
  await readOnlyWhenAsked(page);
  await signIn(page, SPECIALIST);
  await failures.stage('listDocuments', { times: UNTIL_ENDED });
  const logged = page.waitForRequest('**/api/log');
  await page.goto('/cabinet/documents');
  expect((await logged).postDataJSON().message).toContain('document list');
  const again = page.getByRole('button', { name: 'Обновить' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/документов нет/)).toHaveCount(0);
  await failures.end('listDocuments');
  await again.click();
  const resend = documentRows(page, 'УПД').first();
  await expect(resend).toBeVisible();

  await failures.stage('listDocuments', { times: UNTIL_ENDED });
  const reread = page.waitForResponse('**/api/doc?*');
  await returnToPage(page);
  await reread;
  await expect(again).toHaveCount(0);
  await expect(page.getByText(/документов нет/)).toHaveCount(0);
  await expect(resend).toBeVisible();
});
