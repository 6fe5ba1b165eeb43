import { keepableText } from '../../../lib/keepable-text.ts';
import type { BankFileEncoding } from './bank-file-values.ts';

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
  /** Without the «ИНН …» that banks put in front. */
  name: string | null;
  bik: string | null;
  bank: string | null;
}

export interface BankFileDocument {
  /** «Платежное поручение», «Банковский ордер»… */
  kind: string;
  /** A string: leading zeros and letters are part of it. */
  number: string;
  date: string;
  sumKopecks: number;
  payer: BankFileParty;
  payee: BankFileParty;
  debitedOn: string | null;
  /** Null when the money has not arrived: the document was not executed. */
  creditedOn: string | null;
  purpose: string;
  /** Line of the file on which the document starts. */
  line: number;
  raw: Readonly<Record<string, string>>;
}

/** Whether a side of a document is the holder of the account. */
export function holds(party: BankFileParty, account: string): boolean {
  return party.account === account || party.settlementAccount === account;
}

/** Removes what PostgreSQL cannot store from a bank's text: that is no reason to lose a payment. */
export function legible(document: BankFileDocument): BankFileDocument {
  return {
    ...document,
    number: keepableText(document.number),
    purpose: keepableText(document.purpose),
    payer: legibleParty(document.payer),
    payee: legibleParty(document.payee),
  };
}

function legibleParty(party: BankFileParty): BankFileParty {
  return {
    ...party,
    account: party.account && keepableText(party.account),
    settlementAccount: party.settlementAccount && keepableText(party.settlementAccount),
    name: party.name && keepableText(party.name),
  };
}
