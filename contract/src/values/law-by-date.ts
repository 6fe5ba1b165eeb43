/** A value of the law from its first day `YYYY-MM-DD` until the next entry, with the act that says so. */
export interface LawEntry<Value> {
  since: string;
  value: Value;
  source: string;
}

/** An electronic form of the tax service: its КНД, version, schema, and the version that Diadoc's API names. */
export interface ElectronicFormat {
  knd: string;
  version: string;
  /** A file of the folder of the State's schemas (`STATE_SCHEMAS`). Null means that none was available. */
  schema: string | null;
  diadoc: string | null;
}

type FormatsByDate = Record<
  'updFormat' | 'ukdFormat' | 'reconciliationFormat' | 'reconciliationAnswerFormat' | 'paymentInvoiceFormat',
  readonly LawEntry<ElectronicFormat>[]
>;

/** An entry of this day was in force before it too: the portal writes nothing of an earlier day. */
const FIRST_DAY = '2019-01-01';

/**
 * Rules that the law changes by day: rates, forms, electronic formats, retention, consents. Every caller that needs one asks
 * `lawOn` for the day of its document; docs/facts.md 13 says what is to come.
 */
export const LAW_BY_DATE = {
  /** The general VAT rate, in percent. The day of the release or of the prepayment counts, not that of the contract. */
  vatPercent: [
    { since: FIRST_DAY, value: 20, source: '303-ФЗ of 03.08.2018' },
    { since: '2026-01-01', value: 22, source: '425-ФЗ of 28.11.2025' },
  ],
  /** VAT of a seller on УСН by its scheme, in percent. Null means none. */
  usnVatPercent: [
    { since: FIRST_DAY, value: { 'usn-5': null, 'usn-7': null }, source: 'article 346.11 of the Tax Code' },
    { since: '2025-01-01', value: { 'usn-5': 5, 'usn-7': 7 }, source: '176-ФЗ of 12.07.2024' },
  ],
  /** The form that the head of an invoice (счёт-фактура) names. */
  invoiceForm: [
    {
      since: FIRST_DAY,
      value: 'Приложение № 1 к постановлению Правительства Российской Федерации от 26 декабря 2011 г. № 1137',
      source: 'decree 1137 of 26.12.2011',
    },
  ],
  /** Whether the invoice of a shipment names the invoices for the advances that paid it: its line 5б, columns 7а and 11а of the books. */
  invoiceNamesAdvances: [
    { since: FIRST_DAY, value: false, source: 'decree 1137 of 26.12.2011' },
    {
      since: '2026-04-01',
      value: true,
      source: 'decree 26 of 23.01.2026; Tax Code, article 169, item 5 (425-ФЗ)',
    },
  ],
  updFormat: [
    {
      since: FIRST_DAY,
      value: { knd: '1115131', version: '5.01', schema: null, diadoc: 'utd820_05_01_01' },
      source: 'order ММВ-7-15/820@ of 19.12.2018; permitted until 2025-12-31',
    },
    {
      since: '2024-02-09',
      value: {
        knd: '1115131',
        version: '5.03',
        schema: 'ON_NSCHFDOPPR_1_997_01_05_03_05.xsd',
        diadoc: 'utd970_05_03_01',
      },
      source: 'order ЕД-7-26/970@ of 19.12.2023',
    },
  ],
  ukdFormat: [
    {
      since: FIRST_DAY,
      value: { knd: '1115133', version: '5.01', schema: null, diadoc: 'ucd736_05_01_02' },
      source: 'order ЕД-7-26/736@ of 12.10.2020',
    },
  ],
  reconciliationFormat: [
    {
      since: FIRST_DAY,
      value: {
        knd: '1110332',
        version: '5.01',
        schema: 'ON_AKTSVEROTP_1_972_01_05_01_01.xsd',
        diadoc: null,
      },
      source: 'orders ЕД-7-26/405@ and /420@: the structure is one and the same',
    },
  ],
  reconciliationAnswerFormat: [
    {
      since: FIRST_DAY,
      value: {
        knd: '1110333',
        version: '5.01',
        schema: 'ON_AKTSVERPOL_1_972_02_05_01_01.xsd',
        diadoc: null,
      },
      source: 'orders ЕД-7-26/405@ and /420@',
    },
  ],
  paymentInvoiceFormat: [
    {
      since: FIRST_DAY,
      value: { knd: '1110379', version: '5.01', schema: null, diadoc: null },
      source: 'format ON_CHETOP of the tax service',
    },
  ],
  /** How long documents of accounting and tax are stored. */
  documentRetention: [
    {
      since: FIRST_DAY,
      value: 'пять лет после окончания года',
      source: '402-ФЗ, article 29; Tax Code, article 23, item 1.8',
    },
  ],
  /** The law by which a person consents to the processing of data; since 156-ФЗ apart from every other document. */
  consent: [
    { since: FIRST_DAY, value: { isSeparate: false }, source: '152-ФЗ, article 9' },
    { since: '2025-09-01', value: { isSeparate: true }, source: '156-ФЗ of 24.06.2025' },
  ],
} as const satisfies Record<string, readonly LawEntry<unknown>[]> & FormatsByDate;

export type LawKey = keyof typeof LAW_BY_DATE;
export type LawValue<Key extends LawKey> = (typeof LAW_BY_DATE)[Key][number]['value'];

/** Returns what the law says on a day `YYYY-MM-DD`. Throws RangeError before the first day of the table. */
export function lawOn<Key extends LawKey>(key: Key, dateIso: string): LawValue<Key> {
  const entries: readonly LawEntry<LawValue<Key>>[] = LAW_BY_DATE[key];
  const entry = findInForce(entries, dateIso);
  if (!entry) throw new RangeError(`${key} is not known for ${dateIso}`);
  return entry.value;
}

/** Returns the newest entry in force on a day, or undefined. Days as text compare as days. */
export function findInForce<Dated extends { since: string }>(
  entries: readonly Dated[],
  dateIso: string,
): Dated | undefined {
  let newest: Dated | undefined;
  for (const entry of entries)
    if (entry.since <= dateIso && (newest === undefined || entry.since > newest.since)) newest = entry;
  return newest;
}
