import { expect } from 'vitest';
import { checkBooks } from '../modules/ledger/check-books.ts';
import type { TestApi } from './api.ts';

/** All companies' books: a test that spoils them puts them right again. */
export async function expectBooksToAgree(api: TestApi): Promise<void> {
  expect(await checkBooks(api.ctx.db.system)).toEqual([]);
}
