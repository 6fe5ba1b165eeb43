import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkRussian } from './checks/check-texts.ts';
import { listTexts } from './list-texts.ts';

test('the catalogue has each Russian text once, with its file, line and values', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'list-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { jsx: 'preserve', types: [] } }));
  write(
    'web/src/Card.tsx',
    [
      '// Комментарий не текст',
      'export const title = `Карта ${number} ${other ? "выбрана" : ""}`;',
      'export const view = <p title="Подсказка">\n  Баланс <b>карты</b>: {sum}\n</p>;',
      'export const english = "card";',
    ].join('\n'),
  );
  write('api/src/letter.ts', "export const subject = 'Карты готовы';\nsql`select 'Москва'`;");
  write('api/src/letter.test.ts', "expect('Карты готовы');");
  write('tools/plant.ts', "export const city = 'Казань';");

  expect(listTexts(folder, ['tsconfig.json'])).toEqual([
    { file: 'api/src/letter.ts', line: 1, text: 'Карты готовы' },
    { file: 'web/src/Card.tsx', line: 2, text: 'Карта {number} {…}' },
    { file: 'web/src/Card.tsx', line: 2, text: 'выбрана' },
    { file: 'web/src/Card.tsx', line: 3, text: 'Баланс <…>: {sum}' },
    { file: 'web/src/Card.tsx', line: 3, text: 'Подсказка' },
    { file: 'web/src/Card.tsx', line: 4, text: 'карты' },
  ]);
});

test.each([
  ['<p>Что держит\n  портал</p>', 'Line 1 says "держит"'],
  ["'Специалист только\u00a0смотрит'", 'Line 1 says "Специалист только смотрит"'],
  ["\n'Прислать SMS об остатке'", 'Line 2 says "Прислать SMS"'],
  ["'это делают админы'", 'Line 1 says "админы"'],
  ["'СМС не ушла'", 'Line 1 says "СМС не ушла"'],
  ['`Долг по карте …${card}`', 'Line 1 says "карте …${"'],
  ["'к их тогдашним группам'", 'Line 1 says "тогдашним"'],
])('a text that was given up is refused: %j', (text, fault) => {
  expect(checkRussian('web/src/Card.tsx', text).join()).toContain(fault);
});

test.each([
  'SMS-информирование отменено',
  'Отменено SMS-информирование',
  'роль «Админ»',
  'администратор',
  'поддержит и содержит',
  'SMS codes',
])('a text of the specification and of the field is allowed: %s', (text) => {
  expect(checkRussian('web/src/Card.tsx', `'${text}'`)).toEqual([]);
});
