import { expect, test } from 'vitest';
import { cabinetTitle } from './cabinet-title.ts';

test.each([
  ['/cabinet', 'Мои карты'],
  ['/cabinet/', 'Мои карты'],
  ['/cabinet/nowhere', 'Мои карты'],
  ['/cabinet/card-transactions', 'Последние транзакции'],
  ['/cabinet/services', 'Услуги'],
  ['/cabinet/drivers', 'Добавление водителя'],
  ['/cabinet/card-payment/1', 'Перевод средств'],
  ['/cabinet/card-payment/2', 'Перевод средств'],
  ['/cabinet/card-payout/2', 'Оплата'],
  ['/cabinet/payment/1', 'Оплата'],
  ['/cabinet/distribute', 'Распределение'],
  ['/cabinet/transactions', 'Сводные отчеты'],
  ['/cabinet/invoices-issued', 'Выставленные счета'],
  ['/cabinet/statement', 'Выписка по счёту'],
  ['/cabinet/create', 'Заказать карту'],
  ['/cabinet/permissions', 'Доступ'],
  ['/cabinet/news', 'Новости'],
])('§2.49 each page has its own name: %s is «%s»', (path, title) => {
  expect(cabinetTitle(path)).toBe(title);
});
