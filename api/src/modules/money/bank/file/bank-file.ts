import { storableText } from '../../../../lib/storable-text.ts';

/** Encoding of a statement. */
export type BankFileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'cp866';

/** A key that every statement has, readable only in the file's real encoding. */
const FORMAT_MARKS = /^[ \t]*(?:ВерсияФормата|Кодировка|Отправитель|РасчСчет)[ \t]*=/m;

/** The largest sum accepted: even ninety of them added up stay below 2^53 kopecks. */
const MAX_RUBLE_DIGITS = 12;

export interface DecodedBankFile {
  text: string;
  encoding: BankFileEncoding;
  /** True if the file is not valid UTF-8: the text has U+FFFD in place of the invalid bytes. */
  isBroken: boolean;
}

/**
 * Bytes of a statement → text. What banks write as `Кодировка=Windows` or `DOS` cannot be trusted, so the bytes
 * decide: UTF-16 by its mark or its zero bytes, valid UTF-8 is UTF-8, otherwise the code page in which the header's keys
 * make sense (docs/facts.md 3). Never throws.
 */
export function decodeBankFile(bytes: Uint8Array): DecodedBankFile {
  const wide = findWideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: wide, isBroken: false };
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC'),
      encoding: 'utf-8',
      isBroken: false,
    };
  } catch {
    const windows = new TextDecoder('windows-1251').decode(bytes);
    if (FORMAT_MARKS.test(windows)) return { text: windows, encoding: 'windows-1251', isBroken: false };
    const dos = new TextDecoder('ibm866').decode(bytes);
    if (FORMAT_MARKS.test(dos)) return { text: dos, encoding: 'cp866', isBroken: false };
    const broken = new TextDecoder('utf-8').decode(bytes);
    return FORMAT_MARKS.test(broken)
      ? { text: broken.normalize('NFC'), encoding: 'utf-8', isBroken: true }
      : { text: windows, encoding: 'windows-1251', isBroken: false };
  }
}

/** UTF-16 starts with a mark, or has a zero byte in each of the first letters, which are Latin. */
function findWideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === undefined || second === undefined) return null;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && first < 0x80 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second < 0x80))
    return 'utf-16be';
  return null;
}

/**
 * «150000.00», «150 000,00», «150'000.5», «1,234.56», «100-00» → kopecks; null when it is no sum.
 * A minus is read, since a balance may be overdrawn. A lone point or comma before three digits is refused, not guessed:
 * «100.000» is a hundred rubles to one bank and a hundred thousand to another.
 */
export function readBankFileSum(text: string): number | null {
  const plain = text
    .replace(/[\s\u00a0\u202f\u2009'’`]/g, '')
    .replace(/^(-?\d{1,3}(?:,\d{3})+)(?=\.\d{1,2}$)/, (groups) => groups.replaceAll(',', ''))
    .replace(/^(-?\d{1,3}(?:\.\d{3})+)(?=,\d{1,2}$)/, (groups) => groups.replaceAll('.', ''));
  const match = /^(-?)(\d+)(?:[.,](\d{1,2})|[-=](\d{2}))?$/.exec(plain);
  if (!match) return null;
  const [, sign, whole = '', point, hyphen] = match;
  const fraction = point ?? hyphen ?? '';
  const rubles = whole.replace(/^0+(?=\d)/, '');
  if (rubles.length > MAX_RUBLE_DIGITS) return null;
  const kopecks = Number(rubles) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && kopecks !== 0 ? -kopecks : kopecks;
}

/** Recognises the marks of banks and 1C for a missing day: « . . », «00.00.0000». */
export function isEmptyDate(text: string): boolean {
  return /^[\s.\-0]*$/.test(text);
}

/**
 * «15.09.2026», «15.9.2026», «15.09.26», «2026-09-15», also with a time after it → `2026-09-15`; null when there is no
 * such day.
 */
export function readBankFileDate(text: string): string | null {
  const day = /^(\S+?)(?:(?:\s+|T)\d{1,2}:\d{2}(?::\d{2})?\S{0,10})?$/.exec(text.trim())?.[1] ?? '';
  const written = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(day);
  const iso = written ? toIsoDay(written) : day;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  const instant = new Date(`${iso}T00:00:00Z`);
  const real = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(iso);
  return real && iso >= '1990' && iso < '2100' ? iso : null;
}

function toIsoDay([, day = '', month = '', year = '']: RegExpExecArray): string {
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A Russian sentence about a line of the file, counted from 1. */
export interface BankFileProblem {
  line: number;
  message: string;
}

export interface BankFile {
  header: BankFileHeader;
  /** Accounts that the file is about, from its header and balances, each once. */
  accounts: string[];
  balances: BankFileBalance[];
  documents: BankFileDocument[];
}

/**
 * Days are `YYYY-MM-DD`. `raw` has every key, known or not; a key that occurred twice has its values on two lines.
 */
export interface BankFileHeader {
  version: string;
  encoding: BankFileEncoding;
  sender: string | null;
  receiver: string | null;
  createdOn: string | null;
  periodFrom: string | null;
  periodTo: string | null;
  raw: Readonly<Record<string, string>>;
}

export interface BankFileBalance {
  account: string;
  from: string | null;
  to: string | null;
  openingKopecks: number | null;
  creditedKopecks: number | null;
  debitedKopecks: number | null;
  closingKopecks: number | null;
}

export interface BankFileParty {
  account: string | null;
  /** `…РасчСчет`: the account in the bank through which the payment went. */
  settlementAccount: string | null;
  inn: string | null;
  kpp: string | null;
  /** Name without the «ИНН …» that banks put in front. */
  name: string | null;
  bik: string | null;
  bank: string | null;
}

export interface BankFileDocument {
  /** «Платежное поручение», «Банковский ордер»… */
  kind: string;
  /** The number is a string, because leading zeros and letters are part of it. */
  number: string;
  date: string;
  sumKopecks: number;
  payer: BankFileParty;
  payee: BankFileParty;
  debitedOn: string | null;
  /** Null if the money has not arrived because the document was not executed. */
  creditedOn: string | null;
  purpose: string;
  /** Line of the file on which the document starts. */
  line: number;
  raw: Readonly<Record<string, string>>;
}

/** Returns whether a party of a document is the holder of the account. */
export function hasAccount(party: BankFileParty, account: string): boolean {
  return party.account === account || party.settlementAccount === account;
}

/** Removes what PostgreSQL cannot store from a bank's text: that is no reason to lose a payment. */
export function replaceUnreadable(document: BankFileDocument): BankFileDocument {
  return {
    ...document,
    number: storableText(document.number),
    purpose: storableText(document.purpose),
    payer: replaceUnreadableParty(document.payer),
    payee: replaceUnreadableParty(document.payee),
  };
}

function replaceUnreadableParty(party: BankFileParty): BankFileParty {
  return {
    ...party,
    account: party.account && storableText(party.account),
    settlementAccount: party.settlementAccount && storableText(party.settlementAccount),
    name: party.name && storableText(party.name),
  };
}

/** The bank's own figures of one of our accounts for whole days, in kopecks; null: the bank does not state it. */
export interface BankBalance {
  account: string;
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  opening: number;
  credited: number | null;
  debited: number | null;
  closing: number;
}

/**
 * Movement of an own account that is not an incoming payment: outgoing money, or a transfer from another own account.
 */
export interface OtherLine {
  account: string;
  day: string;
  incoming: boolean;
  number: string;
  datedOn: string;
  sumKopecks: number;
  /** Number among equal movements of its file, from 1. */
  turn: number;
  /** INN of the payee; null for transfers between own accounts, and where the bank does not name it. */
  payeeInn: string | null;
}
