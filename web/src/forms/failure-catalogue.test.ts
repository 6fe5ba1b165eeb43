import { expect, test } from 'vitest';
import statements from '../../../docs/spec-lines.md?raw';
import { CATALOGUE, fill } from './failure-catalogue.ts';

test('§8.1 every row of the error catalogue is shown, in one manner', () => {
  const wanted = [...statements.matchAll(/^- (§8\.\d+) /gm)].map(([, id]) => id);
  const namedIds = Object.values(CATALOGUE).flatMap(({ ids }) => ids.split(' '));
  expect(new Set(namedIds)).toEqual(new Set(wanted));
  expect(namedIds).toHaveLength(wanted.length);
});

test('the text of a row has the server’s message', () => {
  expect(fill(CATALOGUE.actNotUploaded.text, { message: 'Файл больше 10 МБ' })).toBe(
    'Ошибка: Файл больше 10 МБ',
  );
  expect(fill('{file} и {другое}', { file: 'акт' })).toBe('акт и {другое}');
});
