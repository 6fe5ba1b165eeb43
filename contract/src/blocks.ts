/** What the programme's staff stop: a company, or one of its cards. */

export const COMPANY_BLOCKED =
  'Компания заблокирована программой: деньги и карты не изменить. Причина указана вверху кабинета, снять блокировку поможет поддержка';

export const CARD_HELD =
  'Карту заблокировала программа: вернуть её в работу может только она. Причина указана на странице карты, вопросы решит поддержка';

/** Who keeps a card blocked besides its owner: the staff this card, the block of its company, or the company's own rules. */
export const HOLD_KINDS = ['staff', 'company', 'rules'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** A card that its company's own rules keep closed. */
export const CARD_CLOSED_BY_RULES =
  'Карту закрыли правила вашей компании: откройте её на время или измените правило на её странице';
