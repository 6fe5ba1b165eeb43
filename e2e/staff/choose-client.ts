import type { Locator } from '@playwright/test';

/** Finds a client in the field «Клиент» of staff by `typed`, and chooses it by what its option has. */
export async function chooseClient(within: Locator, typed: string, option = typed): Promise<void> {
  await within.getByRole('combobox', { name: 'Клиент' }).fill(typed);
  await within.page().getByRole('option', { name: option }).click();
}
