import type { Operator } from '../../../operator.ts';

/** The operator as the head of an agreement names him; texts say «Оператор» afterwards. */
export function operatorClause({ requisites }: Operator): string {
  const ogrn = requisites.ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН';
  return `${requisites.name} (ИНН ${requisites.inn}, ${ogrn} ${requisites.ogrn}), именуемое далее «Оператор»`;
}

/** The last paragraph of every agreement: one requisite a line. */
export function operatorRequisites({ requisites, email }: Operator): string {
  return [
    requisites.name,
    `ИНН ${requisites.inn}${requisites.kpp ? `, КПП ${requisites.kpp}` : ''}, ОГРН ${requisites.ogrn}`,
    `Адрес: ${requisites.address}`,
    `Расчётный счёт ${requisites.account} в ${requisites.bank}`,
    `БИК ${requisites.bik}, корреспондентский счёт ${requisites.corrAccount}`,
    `Телефон ${requisites.phone}, электронная почта ${email}`,
    `Руководитель: ${requisites.director}`,
  ].join('\n');
}
