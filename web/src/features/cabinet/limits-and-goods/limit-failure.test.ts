import { expect, test } from 'vitest';
import { limitFailure } from './limit-failure.ts';

const LIMIT_NOT_SAVED = 'Не удалось сохранить данные. Попробуйте снова через несколько секунд';

test('§8.14 the server’s messages about a limit that was not saved stand under each other', () => {
  const fields = {
    unit_count: ['Лимит указывается цифрами, например 1 500,50'],
    period: ['Период лимита: сутки, неделя, месяц или квартал'],
  };
  expect(limitFailure({ code: 400, fields, message: 'Лимит указывается цифрами, например 1 500,50' })).toBe(
    'Лимит указывается цифрами, например 1 500,50\nПериод лимита: сутки, неделя, месяц или квартал',
  );
});

test('§8.15 a server without words, or out of reach, leaves the person some words', () => {
  expect(limitFailure({ code: 500, fields: {}, message: 'Ошибка сервера' })).toBe(LIMIT_NOT_SAVED);
  expect(limitFailure({ code: 0, fields: {}, message: 'Нет связи' })).toBe(LIMIT_NOT_SAVED);
});

test('a network in maintenance is named by its own message', () => {
  expect(limitFailure({ code: 503, fields: {}, message: 'Работы до 18:00' })).toBe('Работы до 18:00');
});
