import type { Locator, Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';

/** The rows of the documents in which these words stand. */
export function documentRows(page: Page, text: string | RegExp): Locator {
  return page.getByRole('table', { name: 'Документы' }).getByRole('row').filter({ hasText: text });
}

/** Returns the newest undecided УПД. An act of cards may come at any moment, because an order is under way. */
export function waitingRow(page: Page): Locator {
  return documentRows(page, 'Ждёт подтверждения').filter({ hasText: 'УПД' }).first();
}

/**
 * Stubs the documents: the newest УПД waits, or was confirmed when `received` returns a value, whatever other tests
 * have confirmed.
 */
export function showOneWaitingDocument(
  page: Page,
  received: () => string | null = () => null,
): Promise<void> {
  return changeAnswer(page, '**/api/doc?*', ({ data }) => {
    const newest = Object.values<{ kind: string }[]>(data)
      .flat()
      .find(({ kind }) => kind === 'upd');
    Object.assign(newest ?? {}, { received: received(), objection: null, edm: null });
  });
}

/** Chooses an action from the menu of a document's row. */
export async function chooseAction(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Действия: / }).click();
  await row.page().getByRole('menuitem', { name: action, exact: true }).click();
}

/** The title of the document in a row. */
export async function readTitle(row: Locator): Promise<string> {
  const name = await row.getByRole('button', { name: /^Действия: / }).getAttribute('aria-label');
  return name?.split(': ')[1] ?? '';
}
