/**
 * Defines the legal meaning of an SMS code, the same on every screen and document and in the news (docs/facts.md 10;
 * agreement, 4.6). A УПД contains an invoice for VAT, which the law wants signed otherwise.
 */
export const UPD_IS_RECEIVED =
  'УПД со счётом-фактурой подписывается усиленной квалифицированной электронной подписью через оператора ЭДО или на бумаге. Код из СМС подтверждает его получение.';
export const CODE_SIGNS =
  'Реестр операций, акт сверки и акт приёма-передачи карт код из СМС подписывает простой электронной подписью.';
