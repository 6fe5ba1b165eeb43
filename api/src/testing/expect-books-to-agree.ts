import { expect } from 'vitest';
import { checkBooks } from '../modules/backoffice/reconciliation/check-books.ts';
import type { TestApi } from './api.ts';

/** Checks all companies' books, so a test that spoils them has to restore them. */
export async function expectBooksToAgree(api: TestApi): Promise<void> {
  expect(await checkBooks(api.ctx.db.system)).toEqual([]);
}
