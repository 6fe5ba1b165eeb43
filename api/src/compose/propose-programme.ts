import type { Call } from '../http/call.ts';
import { type changeProgramme, PROGRAMME_PART_TITLE } from '#contract/programme/requisites.ts';
import { VAT_SCHEME_TITLE } from '#contract/values/vat-scheme.ts';
import { formatDateLong } from '../lib/money-format.ts';
import type { ProposalDetail, TwoPeopleRule } from '../modules/identity/approvals/approvals.ts';
import { planChange } from '../modules/programme/requisites/change-programme.ts';
import { toProgrammeInput } from '../modules/programme/requisites/present.ts';
import type { DatedValue, ProgrammeInput } from '../modules/programme/requisites/programme-values.ts';

/** Requisites and accounts stand on every invoice: always by two people. */
export const proposeProgramme: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof changeProgramme>;
  const input = toProgrammeInput(body);
  const { before } = await planChange(ctx, ctx.db.system, input);
  return {
    title: `Изменить: ${PROGRAMME_PART_TITLE[input.part]}`,
    about: { part: input.part },
    details: [
      {
        title: 'Первый день',
        value: input.firstDay === null ? 'день подтверждения' : formatDateLong(input.firstDay),
      },
      ...describeChange(input, before),
      { title: 'Основание', value: input.note || 'не указано' },
    ],
  };
};

const NONE = 'нет';

/** Lists every field with its value, and beside a changed one what counts until then. */
function describeChange(input: ProgrammeInput, before: DatedValue['value'] | undefined): ProposalDetail[] {
  const replaced = before && ({ part: input.part, firstDay: null, value: before } as DatedValue);
  const earlier = new Map(replaced ? describe(replaced) : []);
  return describe(input).map(([title, value]) => {
    const was = earlier.get(title);
    return { title, value: was === undefined || was === value ? value : `${value} (было: ${was})` };
  });
}

function describe({ part, value }: DatedValue): [title: string, value: string][] {
  switch (part) {
    case 'name':
      return [['Название', value.name]];
    case 'requisites':
      return [
        ['Оператор', value.name],
        ['ИНН', value.inn],
        ['КПП', value.kpp || NONE],
        ['ОГРН', value.ogrn],
        ['Адрес', value.address],
        ['Телефон', value.phone],
        ['Руководитель', value.director],
        ['Бухгалтер', value.accountant || NONE],
        ['Подписывает', value.signatory ? `${value.signatory.position} ${value.signatory.name}` : NONE],
        ['Доверенность', value.signatory?.proxy?.number ?? NONE],
        ['Идентификатор ЭДО', value.edmId ?? NONE],
      ];
    case 'accounts':
      return [
        ['Счёт', value.account],
        ['БИК', value.bik],
        ['Банк', value.bank],
        ['Корреспондентский счёт', value.corrAccount],
        [
          'Другие счета',
          value.otherAccounts.map(({ account, bik }) => `${account} (${bik})`).join(', ') || NONE,
        ],
      ];
    case 'vat':
      return [
        ['Как платит', VAT_SCHEME_TITLE[value.scheme]],
        ['Общая ставка', `${value.percent} %`],
      ];
    case 'invoices':
      return [
        ['Перед номером счёта', value.invoicePrefix || NONE],
        ['Срок оплаты', `${value.invoiceDueDays} дн.`],
      ];
    case 'objections':
      return [['Срок возражений', `${value.objectionDays} рабочих дн.`]];
    case 'approval':
      return [
        ['Виртуальных карт, не больше', String(value.firstOrderMaxCards)],
        ['Пополнение, не больше', `${value.firstOrderMaxRubles} ₽`],
      ];
  }
}
