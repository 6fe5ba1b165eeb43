import type { Locator, Page } from '@playwright/test';

/** The rows of the documents in which these words stand. */
export function documentRows(page: Page, words: string | RegExp): Locator {
  return page.getByRole('table', { name: 'Документы' }).getByRole('row').filter({ hasText: words });
}

/** Chooses a deed out of the menu of a document's row. */
export async function chooseDeed(row: Locator, deed: string): Promise<void> {
  await row.getByRole('button', { name: /^Действия: / }).click();
  await row.page().getByRole('menuitem', { name: deed, exact: true }).click();
}

/** The title of the document in a row. */
export async function titleOf(row: Locator): Promise<string> {
  const name = await row.getByRole('button', { name: /^Действия: / }).getAttribute('aria-label');
  return name?.split(': ')[1] ?? '';
}
