import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Disposable,
  type Page,
} from '@playwright/test';
import { driveFirefox } from './firefox.ts';
import { startPortal } from './portal.ts';

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3917);

/** The address of this worker's portal. */
type Worker = { portal: string };

/** Makes the server itself fail in one call, by the call's name in the contract. Unused failures end with the test. */
type Failures = {
  failures: {
    /** By default the call fails once, as an unforeseen fault. */
    stage(call: string, how?: StagedFailure): Promise<void>;
    end(call: string): Promise<void>;
  };
};
type StagedFailure = {
  times?: number;
  code?: number;
  message?: string;
  error_messages?: Record<string, string[]>;
};

/** More calls than any screen makes before its test ends the failure. */
export const UNTIL_ENDED = 100;

/** A page that fails its test when the browser complains: a refused script, an uncaught error, a React warning. */
export const test = base.extend<Failures, Worker>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const { address, stop } = await startPortal(FIRST_PORT + parallelIndex);
      await use(address);
      await stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') driveFirefox(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal),
  failures: async ({ request }, use) => {
    const staged = new Set<string>();
    async function stageFailure(call: string, how: StagedFailure) {
      staged.add(call);
      expect((await request.post('/dev/failures', { data: { call, ...how } })).ok()).toBe(true);
    }
    await use({
      stage: (call, how = {}) => stageFailure(call, how),
      end: (call) => stageFailure(call, { times: 0 }),
    });
    for (const call of staged) await stageFailure(call, { times: 0 });
  },
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => {
      if (!isOfFirefoxViewer(page, error)) complaints.push(String(error));
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !isHarmless(message.text())) complaints.push(message.text());
    });
    await use(page);
    // Answers that stubs still had pending are not failures.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(complaints).toEqual([]);
  },
});

export { expect };
export { expectNoAxeViolations } from './expect-no-axe-violations.ts';

/** Chromium itself reports every refused call, which tests that make the server refuse expect. */
function isHarmless(text: string): boolean {
  return /Failed to load resource|GPU stall|GL Driver Message/.test(text);
}

/** Firefox's own PDF viewer, in a frame, inherits the page's policy, may not start its worker and does the work itself. */
function isOfFirefoxViewer(page: Page, { message }: Error): boolean {
  return page.frames().length > 1 && /settings blocked assigning to an injection sink/.test(message);
}

/** People of the demonstration programme (README). */
export const ADMIN = '79000000001';
export const MANAGER = '79000000002';
export const SPECIALIST = '79000000003';
export const STAFF = '79000000000';
export const SECOND_OWNER = '79000000010';

/** Fills in the sign-in steps of a new user, and leaves the click on «Продолжить» to the test. */
export async function fillInNewcomer(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Телефон').fill(phone);
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
  await page.getByLabel('Имя', { exact: true }).fill('Иван');
  await page.getByLabel('Электронная почта').fill('ivan@example.ru');
  await page.getByRole('checkbox', { name: /персональных данных/ }).check();
}

/** Opens the filters where they are behind a button: on a phone all of them, on a desk those of the operations. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Фильтры/ });
  if ((page.viewportSize()?.width ?? 0) < 768 || (await button.isVisible())) await button.click();
}

/** Goes to a place of the cabinet, by the sidebar or on a phone by the sheet of all places, and to one of its tabs. */
export async function openPlace(page: Page, title: string, ...tabs: string[]): Promise<void> {
  const named = (name: string) => ({ name: new RegExp(`^${name}(\\s*, ждут: \\d+)?$`) });
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole('button', { name: 'Ещё', exact: true }).click();
    await page.getByRole('dialog', { name: 'Все разделы' }).getByRole('link', named(title)).click();
  } else {
    await page
      .getByRole('navigation', { name: 'Разделы кабинета' })
      .getByRole('link', named(title))
      .filter({ visible: true })
      .click();
  }
  let row = title;
  for (const tab of tabs) {
    await page.getByRole('navigation', { name: row, exact: true }).getByRole('link', named(tab)).click();
    row = tab;
  }
}

/** Chooses from the person's own menu: at the foot of the sidebar, on a phone in the sheet of all places. */
export async function chooseOfPerson(page: Page, action: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole('button', { name: 'Ещё', exact: true }).click();
    await page.getByRole('dialog', { name: 'Все разделы' }).getByRole('button', { name: action }).click();
    return;
  }
  await page.getByRole('button', { name: /^Профиль/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses one of a company's many cards by its place in the list, counted from one. */
export async function chooseCard(page: Page, place: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Карта' }).click();
  await page
    .getByRole('option')
    .nth(place - 1)
    .click();
}

/** Returns a phone that was never used before. */
export function newPhone(): string {
  return `7977${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
}

/** Returns an unused INN of a legal entity in region 00. The embedded registry invents a company for it. */
export function madeUpInn(): string {
  const nine = `00${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const sum = [2, 4, 10, 3, 5, 9, 4, 6, 8].reduce(
    (total, weight, place) => total + weight * Number(nine[place]),
    0,
  );
  return nine + ((sum % 11) % 10);
}

/** Short polling intervals: what comes within some milliseconds is not found half a second later. */
const POLL_SOON = { intervals: [50, 50, 100, 100, 250, 500] };

/** The newest code that a phone was sent after `sent`. */
export async function lastCode(request: APIRequestContext, phone: string, sent = 0): Promise<string> {
  let code: string | null = null;
  await expect
    .poll(async () => {
      const { data } = await (await request.get(`/dev/sms?phone=${phone}`)).json();
      const fresh = (data as { id: number; code: string | null }[]).find(
        (message) => message.id > sent && message.code,
      );
      code = fresh?.code ?? null;
      return code;
    }, POLL_SOON)
    .not.toBeNull();
  return code as unknown as string;
}

/** The id of a phone's newest message: anything after it is new. */
export async function lastMessageId(request: APIRequestContext, phone: string): Promise<number> {
  const { data } = await (await request.get(`/dev/sms?phone=${phone}`)).json();
  return (data as { id: number }[])[0]?.id ?? 0;
}

/** Signs in through the screens, by phone and code. A new person is then at the step for the name. */
export async function signInByScreens(page: Page, phone: string): Promise<void> {
  await page.goto('/login-driver');
  const before = await lastMessageId(page.request, phone);
  await page.getByLabel('Телефон').fill(phone.slice(1));
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  // A new user is asked for a name next; any other user is signed in.
  const nameStep = page.getByLabel('Имя');
  await expect(async () => {
    const inside = new URL(page.url()).pathname !== '/login-driver';
    expect(inside || (await nameStep.isVisible())).toBe(true);
  }).toPass({ timeout: 45_000 });
}

/**
 * Signs in without the screens, as if on an earlier visit. The page shows nothing yet, and has the session from its
 * next address on. Returns the profile call's answer.
 */
export async function signIn(page: Page, phone: string): Promise<Record<string, unknown>> {
  const tokens = await signInForTokens(page.request, phone);
  const profile = await (
    await page.request.get('/api/users/profile', { headers: { 'X-Auth-Token': tokens.access } })
  ).json();
  const session = {
    tokens,
    expiresAt: Date.parse(tokens.expiry),
    profile: profile.data,
    permissions: profile.permissions,
  };
  await storeSession(page, JSON.stringify(session));
  return profile;
}

/** Sessions that the next page of a context will store. */
const waiting = new WeakMap<BrowserContext, Disposable>();

/** A page that shows nothing yet is not led anywhere for this: a document less to load in nearly every test. */
async function storeSession(page: Page, text: string): Promise<void> {
  if (page.url() !== 'about:blank') {
    await page.goto('/healthz');
    await page.evaluate((text) => localStorage.setItem('magistral.auth', text), text);
    return;
  }
  const context = page.context();
  await waiting.get(context)?.dispose();
  const script = await context.addInitScript((text) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('magistral.auth', text);
  }, text);
  waiting.set(context, script);
  // Sets the session once: a user who signs out stays out.
  const forget = (opened: Page) => {
    if (waiting.get(context) !== script || !opened.url().startsWith('http')) return;
    waiting.delete(context);
    void script.dispose().catch(() => {});
  };
  const watch = (opened: Page) => void opened.on('domcontentloaded', forget);
  context.on('page', watch);
  for (const opened of context.pages()) watch(opened);
}

/** A session without the screens, for a test's preparations. */
export async function signInForToken(request: APIRequestContext, phone: string): Promise<string> {
  return (await signInForTokens(request, phone)).access;
}

async function signInForTokens(
  request: APIRequestContext,
  phone: string,
): Promise<{ access: string; expiry: string }> {
  const before = await lastMessageId(request, phone);
  const requested = await request.post('/api/send-to-driver', {
    data: { route: 'auth/register', phone, recaptchaToken: 'test' },
  });
  const { data } = await requested.json();
  const confirmed = await request.post('/api/send-to-driver', {
    data: { route: 'auth/confirm', phone, token: data.token, code: await lastCode(request, phone, before) },
  });
  const answer = await confirmed.json();
  expect(answer, JSON.stringify(answer)).toHaveProperty('data.tokens');
  return answer.data.tokens;
}
