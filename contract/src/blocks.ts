/** What the programme's staff stop: a company, or one of its cards. */

export const COMPANY_BLOCKED =
  'Компания заблокирована программой: деньги и карты не изменить. Причина указана вверху кабинета, снять блокировку поможет поддержка';

export const CARD_HELD =
  'Карту заблокировала программа: вернуть её в работу может только она. Причина указана на странице карты, вопросы решит поддержка';

/** Who keeps a card blocked besides its owner: the staff this card, or the block of its company. */
export const HOLD_KINDS = ['staff', 'company'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];
