import { innProblem } from './inn.ts';

/** The programme's own requisites as printed on invoices; set by the operator in `operator.json`. */
export interface Requisites {
  name: string;
  inn: string;
  /** Sole traders have none. */
  kpp: string | null;
  ogrn: string;
  address: string;
  phone: string;
  account: string;
  bik: string;
  bank: string;
  corrAccount: string;
  /** Surname with initials, as under a signature. */
  director: string;
  /** Whole name of the signer of documents in electronic forms; absent: the director signs. */
  signatory?: { name: string } | undefined;
  /** Null where the director does the accounting without an accountant. */
  accountant: string | null;
}

export const REQUISITES_MESSAGES = {
  bik: 'БИК состоит из 9 цифр и начинается с нуля',
  kpp: 'КПП состоит из 9 знаков, например 770101001',
  ogrn: 'ОГРН состоит из 13 цифр, ОГРНИП — из 15',
  ogrnControl: 'Проверьте ОГРН: контрольная цифра не сходится',
  account: 'Счёт состоит из 20 цифр',
  accountKey: 'Проверьте счёт и БИК: контрольный ключ не сходится',
};

const KEY_WEIGHTS = [7, 1, 3];

/**
 * Returns null when the BIK is well formed, otherwise the Russian sentence. It has no control digit (docs/facts.md 1).
 */
export function bikProblem(bik: string): string | null {
  return /^0\d{8}$/.test(bik) ? null : REQUISITES_MESSAGES.bik;
}

/** Returns null when the KPP is well formed, otherwise the Russian sentence. It has no control digit. */
export function kppProblem(kpp: string): string | null {
  return /^\d{4}[\dA-Z]{2}\d{3}$/.test(kpp) ? null : REQUISITES_MESSAGES.kpp;
}

/** Returns null when an OGRN (13 digits) or OGRNIP (15 digits) is right, otherwise the Russian sentence. */
export function ogrnProblem(ogrn: string): string | null {
  const company = /^[15]\d{12}$/.test(ogrn);
  if (!company && !/^3\d{14}$/.test(ogrn)) return REQUISITES_MESSAGES.ogrn;
  // 14 digits stay below 2^53, so a plain number holds them exactly.
  const control = (Number(ogrn.slice(0, -1)) % (company ? 11 : 13)) % 10;
  return control === Number(ogrn.at(-1)) ? null : REQUISITES_MESSAGES.ogrnControl;
}

/** The same of the number that belongs to an INN: a sole trader, whose INN has 12 digits, has an ОГРНИП. */
export function findOgrnProblem(ogrn: string, inn: string): string | null {
  const [name, length] = inn.length === 12 ? ['ОГРНИП', 15] : ['ОГРН', 13];
  if (!/^\d+$/.test(ogrn) || ogrn.length !== length) return `${name} состоит из ${length} цифр`;
  return ogrnProblem(ogrn);
}

/**
 * Returns null when a settlement account matches its BIK by the control key of ЦБ РФ № 515 of 08.09.1997, otherwise the
 * Russian sentence. Treasury accounts (03…) have other keys and pass, because refusing a right account is worse than
 * accepting a mistyped one.
 */
export function accountProblem(account: string, bik: string): string | null {
  if (!/^\d{20}$/.test(account)) return REQUISITES_MESSAGES.account;
  const wrongBik = bikProblem(bik);
  if (wrongBik) return wrongBik;
  if (isTreasuryAccount(account)) return null;
  const isAtCentralBank = /00[0-2]$/.test(bik);
  return keyHolds(account, isAtCentralBank ? centralBankPrefix(bik) : bik.slice(-3));
}

/** Like `accountProblem`, for a bank's correspondent account with the Bank of Russia. */
export function corrAccountProblem(corrAccount: string, bik: string): string | null {
  if (!/^\d{20}$/.test(corrAccount)) return REQUISITES_MESSAGES.account;
  const wrongBik = bikProblem(bik);
  if (wrongBik) return wrongBik;
  if (isTreasuryAccount(corrAccount)) return null;
  return keyHolds(corrAccount, centralBankPrefix(bik));
}

/** Every mistake in the programme's own requisites: a Russian sentence each, with the name of its field. */
export function requisitesProblems(requisites: Requisites): string[] {
  const { inn, kpp, ogrn, account, bik, corrAccount } = requisites;
  const checks: [field: string, problem: string | null][] = [
    ['ИНН', innProblem(inn)],
    ['КПП', kpp === null ? null : kppProblem(kpp)],
    ['ОГРН', ogrnProblem(ogrn)],
    ['БИК', bikProblem(bik)],
    ['Расчётный счёт', accountProblem(account, bik)],
    ['Корреспондентский счёт', corrAccountProblem(corrAccount, bik)],
  ];
  return checks.flatMap(([field, problem]) => (problem === null ? [] : [`${field}: ${problem}`]));
}

function isTreasuryAccount(account: string): boolean {
  return account.startsWith('03') || account.startsWith('40102');
}

/** The key of an account at the Bank of Russia uses 0 and digits 5 and 6 of the BIK. */
function centralBankPrefix(bik: string): string {
  return `0${bik.slice(4, 6)}`;
}

function keyHolds(account: string, prefix: string): string | null {
  const sum = [...`${prefix}${account}`].reduce(
    (total, digit, index) => total + ((Number(digit) * (KEY_WEIGHTS[index % 3] ?? 0)) % 10),
    0,
  );
  return sum % 10 === 0 ? null : REQUISITES_MESSAGES.accountKey;
}
