import { expect, test } from 'vitest';
import { openInCompany } from '#contract/companies/own-companies.ts';
import { findLinkedCompany, withoutLinkedCompany } from './linked-company.ts';

function toAddress(path: string) {
  const { pathname, search, hash } = new URL(path, 'https://cards.example.ru');
  return { pathname, search, hash };
}

test.each([
  '/cabinet',
  '/cabinet/card?id=5',
  '/cabinet/documents?year=2026&month=2026-09',
  '/cabinet/me#mail',
])('a link to %s names its company and opens the same page', (page) => {
  const linked = toAddress(openInCompany(page, 7));
  expect(findLinkedCompany(linked)).toBe(7);
  expect(withoutLinkedCompany(linked)).toBe(page);
  expect(openInCompany(page, null)).toBe(page);
});

test('only pages of the cabinet open in a company', () => {
  for (const page of [
    '/staff/documents?company=7',
    '/map?company=7',
    '/cabinets?company=7',
    '/cabinet?company=x',
  ])
    expect(findLinkedCompany(toAddress(page)), page).toBeNull();
  for (const page of ['/staff/notices', '/confirm-mail#token', 'https://cards.example.ru/d/token'])
    expect(openInCompany(page, 7)).toBe(page);
  expect(openInCompany('https://cards.example.ru/cabinet/news', 7)).toBe(
    'https://cards.example.ru/cabinet/news?company=7',
  );
});
