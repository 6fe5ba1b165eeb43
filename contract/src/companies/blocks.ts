/** Blocks by the programme's staff: of a company, or of one of its cards. */

export const COMPANY_BLOCKED =
  'Компания заблокирована программой: деньги и карты не изменить. Причина указана вверху кабинета, снять блокировку поможет поддержка';

export const CARD_BLOCKED_BY_PROGRAMME =
  'Карту заблокировала программа: вернуть её в работу может только она. Причина указана на странице карты, вопросы решит поддержка';

/**
 * Reasons for a block besides its owner's: a hold by staff, the block of its company, the company's own rules, or a
 * suspicious filling.
 */
export const HOLD_KINDS = ['staff', 'company', 'rules', 'signal'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** Message for a card that its company's own rules close. */
const CARD_CLOSED_BY_RULES =
  'Карту закрыли правила вашей компании: откройте её на время или измените правило на её странице';

/** Message for a card that was closed because one of its fillings looked wrong. */
const CARD_CLOSED_BY_SIGNAL =
  'Карту закрыла проверка заправок: разберите заправку в «Подозрительных заправках» или откройте карту там же';

/** Why a blocked card can't be returned to work here. */
export const HOLD_MESSAGES: Readonly<Record<HoldKind, string>> = {
  staff: CARD_BLOCKED_BY_PROGRAMME,
  company: CARD_BLOCKED_BY_PROGRAMME,
  rules: CARD_CLOSED_BY_RULES,
  signal: CARD_CLOSED_BY_SIGNAL,
};
