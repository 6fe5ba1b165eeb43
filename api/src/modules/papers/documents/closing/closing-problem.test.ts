import { expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { FileStoreUnavailable } from '../../../../gateways/file-storage/file-store.ts';
import { closingProblem, SaleDiffers } from './closing-problem.ts';

test.each([
  [
    new SaleDiffers({ id: 7, sum: kopecks(99_99), booked: kopecks(100_00) }),
    'Операция № 7 на 99,99\u00a0₽, а по учёту на 100,00\u00a0₽',
  ],
  [
    new FileStoreUnavailable('the store refused a file: HTTP 503'),
    'Хранилище файлов не отвечает или отказывает',
  ],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'На диске сервера нет места для файлов'],
  [Object.assign(new Error('open'), { code: 'EACCES' }), 'Серверу нельзя писать в папку файлов'],
  [
    new TypeError('undefined is not a function'),
    'Внутренняя ошибка, в журнале сервера она записана 23.11.2026 06:36:00 МСК',
  ],
  ['a thrown text', 'Внутренняя ошибка, в журнале сервера она записана 23.11.2026 06:36:00 МСК'],
])('staff read in Russian why a month failed: %s', (error, text) => {
  expect(closingProblem(error, new Date('2026-11-23T03:36:00Z'))).toBe(text);
});
