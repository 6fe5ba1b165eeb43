/** A form of the State's exchange, and what its files are checked against. */
export interface StateForm {
  /** The first part of a file's name. */
  prefix: string;
  knd: string;
  version: string;
  /** Flags after the GUID in a file's name. */
  flags: string;
  /** File with our own rules about the structure, available on every machine; null when only the schema is checked. */
  ownRules: string | null;
  /** A file of the folder of the State's schemas (`STATE_SCHEMAS`). Null means that none was available. */
  schema: string | null;
}

/** УПД by order ЕД-7-26/970@. */
const UPD: StateForm = {
  prefix: 'ON_NSCHFDOPPR',
  knd: '1115131',
  version: '5.03',
  flags: '_0_0_0_0_0_00',
  ownRules: 'upd-rules.xsd',
  schema: 'ON_NSCHFDOPPR_1_997_01_05_03_05.xsd',
};

/** An invoice alone, about money received beforehand, in the form of the УПД. */
const ADVANCE_INVOICE: StateForm = { ...UPD, ownRules: 'advance-invoice-rules.xsd' };

/** УКД by order ЕД-7-26/736@. Its schema was not available: our own rules alone. */
const UKD: StateForm = {
  prefix: 'ON_NKORSCHFDOPPR',
  knd: '1115133',
  version: '5.01',
  flags: '',
  ownRules: 'ukd-rules.xsd',
  schema: null,
};

/** The sender's title of an act of reconciliation, by orders ЕД-7-26/405@ and /420@: the structure is one and the same. */
const RECONCILIATION: StateForm = {
  prefix: 'ON_AKTSVEROTP',
  knd: '1110332',
  version: '5.01',
  flags: '',
  ownRules: 'reconciliation-rules.xsd',
  schema: 'ON_AKTSVEROTP_1_972_01_05_01_01.xsd',
};

/** The buyer's answer to it: agreed, or with disagreements that a machine reads. */
const RECONCILIATION_ANSWER: StateForm = {
  prefix: 'ON_AKTSVERPOL',
  knd: '1110333',
  version: '5.01',
  flags: '',
  ownRules: 'reconciliation-answer-rules.xsd',
  schema: 'ON_AKTSVERPOL_1_972_02_05_01_01.xsd',
};

/**
 * An invoice for payment. The State's schema was not available. `invoiceContract` describes the same by an operator's
 * schema.
 */
const INVOICE: StateForm = {
  prefix: 'ON_CHETOP',
  knd: '1110379',
  version: '5.01',
  flags: '',
  ownRules: 'invoice-rules.xsd',
  schema: null,
};

/** Operator's contract for an invoice, for which the operator itself makes the State's form. */
const INVOICE_CONTRACT: StateForm = {
  ...INVOICE,
  ownRules: null,
  schema: 'ON_CHETOP_UserContract_05_01_01.xsd',
};

export const STATE_FORMS = {
  upd: UPD,
  advanceInvoice: ADVANCE_INVOICE,
  ukd: UKD,
  reconciliation: RECONCILIATION,
  reconciliationAnswer: RECONCILIATION_ANSWER,
  invoice: INVOICE,
  invoiceContract: INVOICE_CONTRACT,
} as const satisfies Record<string, StateForm>;
