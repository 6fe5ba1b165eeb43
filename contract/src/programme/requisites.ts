import { z } from 'zod';
import { endpoint, type EndpointData } from '../endpoint.ts';
import { absentWhenEmpty, day, moment, optionalText, requiredText, wholeNumber } from '../fields.ts';
import { innProblem } from '../values/inn.ts';
import {
  accountProblem,
  bikProblem,
  corrAccountProblem,
  findOgrnProblem,
  kppProblem,
} from '../values/requisites.ts';
import { VAT_SCHEMES } from '../values/vat-scheme.ts';

/** Name, requisites, accounts, VAT and terms of the programme, each value with its first day: docs/calls.md 7. */

export const PROGRAMME_PARTS = [
  'name',
  'requisites',
  'accounts',
  'vat',
  'invoices',
  'objections',
  'approval',
] as const;
export type ProgrammePart = (typeof PROGRAMME_PARTS)[number];

export const PROGRAMME_PART_TITLE: Record<ProgrammePart, string> = {
  name: 'Название программы',
  requisites: 'Реквизиты',
  accounts: 'Счета в банке',
  vat: 'НДС',
  invoices: 'Счета на оплату',
  objections: 'Срок возражений',
  approval: 'Первая заявка без сотрудника',
};

/** `replaced`: another value was entered later for the same first day. */
const VALUE_STATES = ['planned', 'current', 'past', 'replaced'] as const;
export type ProgrammeValueState = (typeof VALUE_STATES)[number];

const NAME_MAX = 40;
const PREFIX = /^[А-ЯA-Z]{0,4}-?$/;
const MAX_ACCOUNTS = 20;

function checked(maximum: number, findProblem: (text: string) => string | null) {
  return requiredText(maximum).superRefine((text, context) => {
    const message = findProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

/** Returns whether a name has no initials: an EDM operator compares the signer with the certificate. */
export function isFullName(name: string): boolean {
  const [, ...givenNames] = name.trim().split(/\s+/);
  return !name.includes('.') && givenNames.some((part) => part.length > 1);
}

const FULL_NAME_MESSAGE = 'Укажите полное имя, как в сертификате: Иванов Иван Петрович';

/** All values of a part are replaced together. */
const common = {
  first_day: absentWhenEmpty(day).meta({
    description:
      'the first Moscow day; absent: the day of the confirmation, or the next one where documents of that day exist',
  }),
  note: optionalText(500).default(''),
};

const nameValue = z.object({ part: z.literal('name'), ...common, name: requiredText(NAME_MAX) });

const requisitesValue = z
  .object({
    part: z.literal('requisites'),
    ...common,
    legal_name: requiredText(300),
    inn: checked(12, innProblem),
    kpp: absentWhenEmpty(checked(9, kppProblem)),
    ogrn: requiredText(15),
    address: requiredText(500),
    phone: requiredText(40),
    director: requiredText(120),
    accountant: absentWhenEmpty(requiredText(120)),
    signatory_position: absentWhenEmpty(requiredText(255)),
    signatory_name: absentWhenEmpty(requiredText(180).refine(isFullName, FULL_NAME_MESSAGE)),
    proxy_number: absentWhenEmpty(
      z.uuid({ error: 'Номер доверенности: 36 знаков, как в самой доверенности' }),
    ),
    proxy_issued: absentWhenEmpty(day),
    proxy_system: absentWhenEmpty(requiredText(500)),
    proxy_url: absentWhenEmpty(requiredText(500)),
    edm_id: absentWhenEmpty(
      requiredText(46).regex(/^[0-9A-Za-z-]{4,46}$/, 'Идентификатор: латинские буквы, цифры и дефисы'),
    ),
  })
  .superRefine((value, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    const ogrnMessage = findOgrnProblem(value.ogrn, value.inn);
    if (ogrnMessage !== null) refuse('ogrn', ogrnMessage);
    if (value.inn.length === 10 && value.kpp === undefined) refuse('kpp', 'У организации есть КПП');
    if (value.inn.length === 12 && value.kpp !== undefined) refuse('kpp', 'У предпринимателя нет КПП');
    const hasSignatory = value.signatory_name !== undefined;
    if (hasSignatory && value.signatory_position === undefined)
      refuse('signatory_position', 'Укажите должность подписанта');
    if (!hasSignatory && value.signatory_position !== undefined)
      refuse('signatory_name', 'Укажите имя подписанта');
    const proxy = [value.proxy_number, value.proxy_issued, value.proxy_system];
    if (proxy.some((item) => item !== undefined) && proxy.includes(undefined))
      refuse('proxy_number', 'Укажите номер, дату и систему хранения доверенности');
    if (proxy[0] !== undefined && !hasSignatory)
      refuse('signatory_name', 'Укажите, кто подписывает по доверенности');
  });

const accountNumber = requiredText(20);

const accountsValue = z
  .object({
    part: z.literal('accounts'),
    ...common,
    account: accountNumber,
    bik: checked(9, bikProblem),
    bank: requiredText(300),
    corr_account: accountNumber,
    other_accounts: z
      .array(z.object({ account: accountNumber, bik: requiredText(9) }))
      .max(MAX_ACCOUNTS, `Не больше ${MAX_ACCOUNTS} счетов`)
      .default([]),
  })
  .superRefine((value, context) => {
    const refuse = (field: string, message: string | null): void => {
      if (message !== null) context.addIssue({ code: 'custom', path: [field], message });
    };
    refuse('account', accountProblem(value.account, value.bik));
    refuse('corr_account', corrAccountProblem(value.corr_account, value.bik));
    for (const { account, bik } of value.other_accounts) {
      const message = accountProblem(account, bik);
      refuse('other_accounts', message && `${account}: ${message}`);
    }
  });

const vatValue = z.object({
  part: z.literal('vat'),
  ...common,
  scheme: z.enum(VAT_SCHEMES, { error: 'Выберите, как программа платит НДС' }),
  percent: wholeNumber(1, 99, 'Ставка от 1 до 99 %').meta({
    description: 'the general rate of the law, in percent; УСН has its own',
  }),
});

const invoicesValue = z.object({
  part: z.literal('invoices'),
  ...common,
  prefix: optionalText(5)
    .refine((prefix) => PREFIX.test(prefix), 'До четырёх заглавных букв и дефис, например М-')
    .default(''),
  due_days: wholeNumber(1, 90, 'От 1 до 90 дней'),
});

const objectionsValue = z.object({
  part: z.literal('objections'),
  ...common,
  days: wholeNumber(1, 60, 'От 1 до 60 рабочих дней'),
});

/** First orders that need no staff (decision 210). */
const approvalValue = z.object({
  part: z.literal('approval'),
  ...common,
  max_cards: wholeNumber(0, 20, 'От 0 до 20 карт').meta({
    description: 'virtual cards of a first order; 0: staff approve each first order',
  }),
  max_sum: wholeNumber(0, 1_000_000, 'От 0 до 1 000 000 ₽').meta({
    description: 'the sum to add that a first order may name, in whole rubles',
  }),
});

const VALUES = {
  name: nameValue,
  requisites: requisitesValue,
  accounts: accountsValue,
  vat: vatValue,
  invoices: invoicesValue,
  objections: objectionsValue,
  approval: approvalValue,
} satisfies Record<ProgrammePart, z.ZodType>;

/** Describes a value with its day and author. */
function entriesWith<Value extends z.ZodRawShape>(value: Value) {
  return z.array(
    z.object({
      id: z.int(),
      first_day: day.nullable().meta({ description: 'null: counts from the beginning' }),
      state: z.enum(VALUE_STATES),
      entered_at: moment,
      entered_by: z.string().nullable().meta({ description: 'null: taken from the operator’s file' }),
      note: z.string(),
      value: z.object(value),
    }),
  );
}

const text = z.string();
const maybe = z.string().nullable();

const programmeValues = z.object({
  name: entriesWith({ name: text }),
  requisites: entriesWith({
    legal_name: text,
    inn: text,
    kpp: maybe,
    ogrn: text,
    address: text,
    phone: text,
    director: text,
    accountant: maybe,
    signatory_position: maybe,
    signatory_name: maybe,
    proxy_number: maybe,
    proxy_issued: maybe,
    proxy_system: maybe,
    proxy_url: maybe,
    edm_id: maybe,
  }),
  accounts: entriesWith({
    account: text,
    bik: text,
    bank: text,
    corr_account: text,
    other_accounts: z.array(z.object({ account: text, bik: text })),
  }),
  vat: entriesWith({ scheme: z.enum(VAT_SCHEMES), percent: z.int() }),
  invoices: entriesWith({ prefix: text, due_days: z.int() }),
  objections: entriesWith({ days: z.int() }),
  approval: entriesWith({ max_cards: z.int(), max_sum: z.int() }),
});

export const readProgramme = endpoint({
  name: 'readProgramme',
  method: 'GET',
  path: '/staff/api/programme',
  summary: 'Name, requisites, accounts, VAT and terms of the programme, by their first days, latest first',
  caller: 'staff.read',
  data: programmeValues,
  source: 'docs/calls.md 7',
});

/** Refuses: 400 a first day that has passed, or that has documents already; 409 a value that changes nothing, unless the one in force is of the operator's file. */
export const changeProgramme = endpoint({
  name: 'changeProgramme',
  method: 'PUT',
  path: '/staff/api/programme',
  summary: 'A new value of one part from its first day on; documents of earlier days keep theirs',
  caller: 'staff.handleMoney',
  secondPerson: true,
  needsFreshCode: true,
  body: z.discriminatedUnion(
    'part',
    [nameValue, requisitesValue, accountsValue, vatValue, invoicesValue, objectionsValue, approvalValue],
    { error: 'Укажите, что изменить' },
  ),
  bodies: { by: 'part', schemas: VALUES },
  data: programmeValues,
  source: 'docs/calls.md 7',
});

export type ProgrammeData = EndpointData<typeof readProgramme>;
