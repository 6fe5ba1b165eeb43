import type { DocumentKind } from '../papers/documents.ts';

/**
 * Defines the legal meaning of an SMS code. Screens, documents, the agreement, the contract and the news take their
 * sentences from here (docs/facts.md 10; agreement, 4.5 and 4.6). A УПД contains an invoice for VAT, which the law wants
 * signed otherwise.
 */

/** The signature that a code never replaces; it is made at the operator of electronic documents. */
const QUALIFIED_SIGNATURE =
  'усиленной квалифицированной электронной подписью через оператора ЭДО или на бумаге';
/** Documents that a code signs. */
const SIGNED_BY_CODE = 'Реестр операций, акт сверки и акт приёма-передачи карт';

export const UPD_IS_RECEIVED = `УПД со счётом-фактурой подписывается ${QUALIFIED_SIGNATURE}. Код из СМС подтверждает его получение.`;
export const CODE_SIGNS = `${SIGNED_BY_CODE} код из СМС подписывает простой электронной подписью.`;
/** Remark of a document that a code neither signs nor confirms. */
export const SIGNED_ELSEWHERE = `Подписывается ${QUALIFIED_SIGNATURE}.`;
const SIGNS_BY =
  'кодом из СМС — простой электронной подписью в порядке, установленном рамочным соглашением, — либо электронной подписью через оператора ЭДО или на бумаге.';
export const CONTRACT_IS_SIGNED = `Клиент подписывает договор ${SIGNS_BY}`;
export const AGREEMENT_IS_SIGNED = `Клиент подписывает соглашение ${SIGNS_BY}`;

/** Says where a client signs what a code can't sign. `usesEdm`: the company takes electronic documents. */
export function whereToSign(usesEdm: boolean): string {
  return usesEdm
    ? 'УПД приходит к вашему оператору ЭДО: подпишите его в кабинете оператора.'
    : 'Чтобы подписать УПД, подключите ЭДО на главной странице кабинета: документ придёт к вашему оператору ЭДО, и вы подпишете его там.';
}

/** Says what a code does with documents of these kinds; null is a document of the operator's own. */
export function describeCode(kinds: readonly (DocumentKind | null)[]): string {
  return [
    ...(kinds.some((kind) => kind !== 'upd') ? [CODE_SIGNS] : []),
    ...(kinds.includes('upd') ? [UPD_IS_RECEIVED] : []),
  ].join(' ');
}
