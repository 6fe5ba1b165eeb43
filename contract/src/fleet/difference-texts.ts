import type { FuelDifferenceReason } from './vehicles.ts';

/** Why the litres of a truck's month differ, as screens and files say it. */
export const DIFFERENCE_TEXTS: Record<FuelDifferenceReason, string> = {
  'documents-pending': 'документов за месяц ещё нет',
  'other-month': 'попало в документы другого месяца',
  'mileage-partial': 'показания одометра не на весь месяц',
  tank: 'в пределах бака',
  'over-norm': 'залито больше нормы',
  'under-norm': 'залито меньше нормы: проверьте пробег и заправки без карты',
};
