import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODE_SIGNS, describeCode, UPD_IS_RECEIVED, whereToSign } from './what-a-code-confirms.ts';

test('a code is described by the kinds of the documents that it is for', () => {
  expect(describeCode(['register', 'reconciliation'])).toBe(CODE_SIGNS);
  expect(describeCode(['upd'])).toBe(UPD_IS_RECEIVED);
  expect(describeCode([null, 'upd'])).toBe(`${CODE_SIGNS} ${UPD_IS_RECEIVED}`);
});

test('a УПД is signed at the operator of electronic documents, connected or not', () => {
  for (const usesEdm of [true, false]) expect(whereToSign(usesEdm)).toContain('оператор');
  expect(whereToSign(false)).toContain('подключите ЭДО');
});

test.each([
  'api/src/modules/companies/terms/first-terms.ts',
  'api/src/modules/programme/news/news.ts',
  'api/src/modules/papers/contracts/contract-pdf.ts',
  'api/src/modules/papers/documents/pdf/upd-pdf.ts',
  'api/src/modules/papers/documents/pdf/ukd-pdf.ts',
  'api/src/modules/papers/documents/pdf/signature-pdf.ts',
  'web/src/forms/CodeMeaning.tsx',
])('%s takes the meaning of a code from one place', (file) => {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  expect(source).toContain('what-a-code-confirms.ts');
  expect(source).not.toMatch(/усиленной квалифицированной|подписывает договор кодом/);
});
