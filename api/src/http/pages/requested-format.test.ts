import { expect, test } from 'vitest';
import { FILE_MIME } from '#contract/list-files.ts';
import { requestedFormat } from './requested-format.ts';

test.each([
  [undefined, null],
  ['*/*', null],
  ['text/csv', 'csv'],
  [FILE_MIME.xlsx, 'xlsx'],
  ['application/json', null],
  ['application/json, text/csv', null],
  ['text/csv, application/json', 'csv'],
  ['application/json;q=0.5, text/csv', 'csv'],
  ['text/csv;q=0.5, application/json', null],
  ['text/csv; header=present; q=0.9, application/json;q=0.8', 'csv'],
  [`text/csv;q=0.3, ${FILE_MIME.xlsx};q=0.7, */*;q=0.1`, 'xlsx'],
  ['text/csv;q=0', null],
  ['TEXT/CSV;Q=1', 'csv'],
  ['text/csv;q=much, application/json;q=0.9', 'csv'],
  ['text/html, image/png', null],
  ['text/html, text/csv;q=0.1', 'csv'],
])('Accept: %s asks for %s', (accept, format) => {
  expect(requestedFormat({ headers: { ...(accept !== undefined && { accept }) } })).toBe(format);
});
