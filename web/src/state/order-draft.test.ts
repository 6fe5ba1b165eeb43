import { beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '../server/stored-session.ts';

let notify: (event: { key: string | null }) => void = () => {};
vi.stubGlobal('window', {
  addEventListener: (_: string, listener: typeof notify) => {
    notify = listener;
  },
});

beforeEach(() => localStorage.clear());

/** The page as after a reload, or in another tab: it knows only what is stored. */
async function openPage() {
  vi.resetModules();
  return import('./order-draft.ts');
}

test('§7.14 an order whose answer was lost keeps its key over a reload', async () => {
  const before = await openPage();
  before.changeDraft({ inn: '5047123455', counts: { rn: 2 } });
  const key = before.requestKeyOfDraft();
  expect(before.requestKeyOfDraft()).toBe(key);
  const after = await openPage();
  expect(after.requestKeyOfDraft()).toBe(key);
});

test('§7.14 other cards, another address or another order go under a key of their own', async () => {
  const page = await openPage();
  page.changeDraft({ inn: '5047123455', counts: { rn: 2 } });
  const keys = [page.requestKeyOfDraft()];
  page.changeDraft({ counts: { rn: 3 } });
  keys.push(page.requestKeyOfDraft());
  page.changeDraft({ address: { city: 'Тула', street: 'Мира', house: '1' } });
  keys.push(page.requestKeyOfDraft());
  page.changeDraft({ orderId: 7, canEdit: true });
  keys.push(page.requestKeyOfDraft());
  page.resetForNewOrder();
  page.changeDraft({ inn: '5047123455', counts: { rn: 2 } });
  keys.push(page.requestKeyOfDraft());
  expect(new Set(keys).size).toBe(5);
});

test('§3.29 a tab that was opened earlier does not write its old draft over the newer one', async () => {
  const stale = await openPage();
  const notifyStale = notify;
  const other = await openPage();
  other.changeDraft({ counts: { rn: 9 } });
  notifyStale({ key: 'magistral.order' });
  stale.changeDraft({ step1Done: true });
  expect((await openPage()).readDraft()).toMatchObject({ counts: { rn: 9 }, step1Done: true });
});

test('an order that a tab prepares stays in its company when the tab goes to another', async () => {
  const page = await openPage();
  const session = await import('../server/session.ts');
  const act = (id: number) => () =>
    session.storeProfile({ id: 1, companies: 2, company: { id } } as Profile, []);
  const goOver = (id: number) => () => {
    session.showCompany({ id, title: '' });
    act(id)();
  };
  page.leaveDraft(act(1));
  page.changeDraft({ counts: { rn: 4 } });
  page.leaveDraft(goOver(2));
  expect(page.readDraft().counts).not.toMatchObject({ rn: 4 });
  page.changeDraft({ counts: { rn: 7 } });
  page.leaveDraft(goOver(1));
  expect(page.readDraft().counts).toMatchObject({ rn: 4 });
});
