import type { Sent } from '#contract/endpoint.ts';
import type { changeProgramme, ProgrammeData, ProgrammePart } from '#contract/programme/requisites.ts';
import { VAT_SCHEME_TITLE, VAT_SCHEMES } from '#contract/values/vat-scheme.ts';
import { formatDate } from '../../../lib/format.ts';

export type PartEntry = ProgrammeData[ProgrammePart][number];

export interface PartField {
  name: string;
  label: string;
  help?: string;
  optional?: true;
  kind?: 'text' | 'area' | 'day' | 'choice' | 'accounts';
  options?: readonly { value: string; label: string }[];
  inputMode?: 'numeric' | 'tel';
  max?: number;
}

/** Fields of each part, as the form has them; what is shown is made from them too. */
export const PART_FIELDS: Record<ProgrammePart, readonly PartField[]> = {
  name: [{ name: 'name', label: 'Название', help: 'Стоит в шапке сайта, в СМС и в письмах', max: 40 }],
  requisites: [
    {
      name: 'legalName',
      label: 'Организация или предприниматель',
      help: 'Как в документах: ООО «…»',
      max: 300,
    },
    { name: 'inn', label: 'ИНН', inputMode: 'numeric', max: 12 },
    { name: 'kpp', label: 'КПП', help: 'У предпринимателя нет', optional: true, max: 9 },
    { name: 'ogrn', label: 'ОГРН или ОГРНИП', inputMode: 'numeric', max: 15 },
    { name: 'address', label: 'Адрес', kind: 'area', max: 500 },
    { name: 'phone', label: 'Телефон в документах', inputMode: 'tel', max: 40 },
    { name: 'director', label: 'Руководитель', help: 'Как под подписью: Иванов И. П.', max: 120 },
    { name: 'accountant', label: 'Главный бухгалтер', optional: true, max: 120 },
    { name: 'signatoryPosition', label: 'Должность подписанта', optional: true, max: 255 },
    {
      name: 'signatoryName',
      label: 'Подписывает электронные документы',
      help: 'Полное имя, как в сертификате. Пусто: руководитель',
      optional: true,
      max: 180,
    },
    { name: 'proxyNumber', label: 'Номер доверенности (МЧД)', optional: true, max: 36 },
    { name: 'proxyIssued', label: 'Дата доверенности', kind: 'day', optional: true },
    { name: 'proxySystem', label: 'Где хранится доверенность', optional: true, max: 500 },
    { name: 'proxyUrl', label: 'Ссылка на доверенность', optional: true, max: 500 },
    { name: 'edmId', label: 'Идентификатор в ЭДО', optional: true, max: 46 },
  ],
  accounts: [
    {
      name: 'account',
      label: 'Расчётный счёт',
      help: 'На него клиенты платят',
      inputMode: 'numeric',
      max: 20,
    },
    { name: 'bik', label: 'БИК', inputMode: 'numeric', max: 9 },
    { name: 'bank', label: 'Банк', max: 300 },
    { name: 'corrAccount', label: 'Корреспондентский счёт', inputMode: 'numeric', max: 20 },
    {
      name: 'otherAccounts',
      label: 'Другие свои счета',
      help: 'По одному в строке: счёт и БИК. Перевод между своими счетами не зачисляется клиенту',
      kind: 'accounts',
      optional: true,
    },
  ],
  vat: [
    {
      name: 'scheme',
      label: 'Как платит программа',
      kind: 'choice',
      options: VAT_SCHEMES.map((value) => ({ value, label: VAT_SCHEME_TITLE[value] })),
    },
    { name: 'percent', label: 'Общая ставка по закону, %', inputMode: 'numeric', max: 2 },
  ],
  invoices: [
    {
      name: 'prefix',
      label: 'Начало номера счёта',
      help: 'Меняется, пока нет ни одного счёта',
      optional: true,
      max: 5,
    },
    { name: 'dueDays', label: 'Срок оплаты, дней', inputMode: 'numeric', max: 2 },
  ],
  objections: [
    {
      name: 'days',
      label: 'Рабочих дней на возражения',
      help: 'Считаются со дня публикации документа',
      inputMode: 'numeric',
      max: 2,
    },
  ],
  approval: [
    {
      name: 'maxCards',
      label: 'Виртуальных карт в заявке, не больше',
      help: 'Первую заявку одобрит портал, когда компания оплатит счёт со своего счёта и действует по реестру. 0: одобряет сотрудник',
      inputMode: 'numeric',
      max: 2,
    },
    {
      name: 'maxSum',
      label: 'Пополнение в заявке, не больше, ₽',
      help: 'Сумма, которую компания указала вместе с картами',
      inputMode: 'numeric',
      max: 7,
    },
  ],
};

type WireValue = string | number | null | readonly { account: string; bik: string }[] | undefined;

function toWireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the value of a field as text: one own account a line. */
export function readField(entry: PartEntry | undefined, { name }: PartField): string {
  const value = (entry?.value as Record<string, WireValue> | undefined)?.[toWireName(name)];
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value.map(({ account, bik }) => `${account} ${bik}`).join('\n');
}

/** Returns the value of a field as a reader sees it; an empty text where there is none. */
export function formatField(entry: PartEntry, field: PartField): string {
  const text = readField(entry, field);
  if (field.kind === 'choice') return field.options?.find(({ value }) => value === text)?.label ?? text;
  if (field.kind === 'day' && text !== '') return formatDate(text);
  return field.kind === 'accounts' ? text.replaceAll('\n', ', ') : text;
}

/** Returns the request that the fields of a part make. */
export function toChange(
  part: ProgrammePart,
  values: Readonly<Record<string, string>>,
): Sent<NonNullable<(typeof changeProgramme)['body']>> {
  const fields = PART_FIELDS[part].map((field) => [
    toWireName(field.name),
    field.kind === 'accounts' ? parseAccounts(values[field.name] ?? '') : (values[field.name] ?? ''),
  ]);
  const change = {
    part,
    first_day: values.firstDay ?? '',
    note: values.note ?? '',
    ...Object.fromEntries(fields),
  };
  return change as Sent<NonNullable<(typeof changeProgramme)['body']>>;
}

function parseAccounts(text: string): { account: string; bik: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/[\s,;]+/))
    .filter(([account]) => account)
    .map(([account = '', bik = '']) => ({ account, bik }));
}
