import { expect, test } from 'vitest';
import { fileProblem } from './check-file.ts';

const ACT = { extensions: ['png', 'jpg', 'pdf'] };

test('a file of a wrong kind, an empty or a huge one is refused before it is sent (§5, act upload)', () => {
  expect(fileProblem({ name: 'акт.docx', size: 10 }, ACT)).toBe('Подойдёт файл png, jpg, pdf');
  expect(fileProblem({ name: 'акт', size: 10 }, ACT)).toBe('Подойдёт файл png, jpg, pdf');
  expect(fileProblem({ name: 'акт.pdf', size: 0 }, ACT)).toBe('Файл пуст');
  expect(fileProblem({ name: 'акт.pdf', size: 11 * 1024 * 1024 }, ACT)).toBe('Файл больше 10\u00a0МБ');
});

test('a photo from a phone is taken despite its upper-case ending', () => {
  expect(fileProblem({ name: 'IMG_0001.JPG', size: 10 }, ACT)).toBeNull();
  expect(fileProblem({ name: 'act.jpeg', size: 10 }, ACT)).toBeNull();
});
