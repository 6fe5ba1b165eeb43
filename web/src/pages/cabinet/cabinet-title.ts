import { paths } from '../../paths.ts';

/** The title of a cabinet page by its path; «Мои карты» for any other path (spec section 2). */
export function cabinetTitle(pathname: string): string {
  const place = pathname.replace(paths.cabinet, '').split('/')[1] ?? '';
  return TITLES[place] ?? 'Мои карты';
}

const TITLES: Record<string, string> = {
  card: 'Карта',
  'card-transactions': 'Последние транзакции',
  'card-request': 'Заявка на карты',
  services: 'Услуги',
  drivers: 'Добавление водителя',
  fleet: 'Автопарк',
  'card-payment': 'Перевод средств',
  'card-payout': 'Оплата',
  'cards-payment': 'Пополнение карт',
  'cards-payout': 'Возврат с карт',
  payment: 'Оплата',
  distribute: 'Распределение',
  transactions: 'Сводные отчеты',
  documents: 'Документы',
  'invoices-issued': 'Выставленные счета',
  statement: 'Выписка по счёту',
  create: 'Заказать карту',
  companies: 'Компании',
  permissions: 'Доступ',
  news: 'Новости',
  audit: 'Журнал действий',
  keys: 'Ключи',
  webhooks: 'Вебхуки',
  litres: 'Литры по машинам',
  mailings: 'Рассылка отчётов',
  rules: 'Правила и лимиты',
  declines: 'Отказы',
  disputes: 'Споры',
  exceptions: 'Просьбы водителей',
  signals: 'Подозрительные заправки',
  'fuel-plans': 'Планы заправок',
  notices: 'Уведомления',
  exchange: '1С и программы',
  me: 'Мои данные',
  security: 'Безопасность',
};
