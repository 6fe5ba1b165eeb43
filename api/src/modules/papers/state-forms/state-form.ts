import { lawOn, type ElectronicFormat, type LawKey } from '#contract/values/law-by-date.ts';

/** A form of the State's exchange, and what its files are checked against. */
export interface StateForm extends Pick<ElectronicFormat, 'knd' | 'version' | 'schema'> {
  /** The first part of a file's name. */
  prefix: string;
  /** Flags after the GUID in a file's name. */
  flags: string;
  /** File with our own rules about the structure, available on every machine; null when only the schema is checked. */
  ownRules: string | null;
}

const UPD = { prefix: 'ON_NSCHFDOPPR', flags: '_0_0_0_0_0_00', law: 'updFormat' } as const;
const INVOICE = { prefix: 'ON_CHETOP', flags: '', law: 'paymentInvoiceFormat' } as const;

/** Names of files and our own rules, which the law does not change. Formats stand in the table of the law by day. */
const FORMS = {
  upd: { ...UPD, ownRules: 'upd-rules.xsd' },
  /** An invoice alone, about money received beforehand, in the form of the УПД. */
  advanceInvoice: { ...UPD, ownRules: 'advance-invoice-rules.xsd' },
  ukd: { prefix: 'ON_NKORSCHFDOPPR', flags: '', law: 'ukdFormat', ownRules: 'ukd-rules.xsd' },
  /** The sender's title of an act of reconciliation. */
  reconciliation: {
    prefix: 'ON_AKTSVEROTP',
    flags: '',
    law: 'reconciliationFormat',
    ownRules: 'reconciliation-rules.xsd',
  },
  /** The buyer's answer to it: agreed, or with disagreements that a machine reads. */
  reconciliationAnswer: {
    prefix: 'ON_AKTSVERPOL',
    flags: '',
    law: 'reconciliationAnswerFormat',
    ownRules: 'reconciliation-answer-rules.xsd',
  },
  /** An invoice for payment. `invoiceContract` describes the same by an operator's schema. */
  invoice: { ...INVOICE, ownRules: 'invoice-rules.xsd' },
  /** Operator's contract for an invoice, for which the operator itself makes the State's form. */
  invoiceContract: { ...INVOICE, ownRules: null, schema: 'ON_CHETOP_UserContract_05_01_01.xsd' },
} as const satisfies Record<
  string,
  Omit<StateForm, 'knd' | 'version' | 'schema'> & { law: LawKey; schema?: string }
>;

/** Returns a form as it is on the day on which its file is made. */
export function getStateForm(kind: keyof typeof FORMS, dateIso: string): StateForm {
  const { law, ...form } = FORMS[kind];
  const { knd, version, schema } = lawOn(law, dateIso);
  return { knd, version, schema, ...form };
}
