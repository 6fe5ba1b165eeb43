/** Folders whose mistakes cost money or break a law, by the name that `--area=` takes. */
export const AREAS: Record<string, readonly string[]> = {
  ledger: [
    'api/src/modules/money/ledger',
    'api/src/modules/money/transfers',
    'api/src/modules/money/corrections',
  ],
  posting: ['api/src/modules/money/posting'],
  settlement: ['api/src/modules/fuel/settlement', 'api/src/modules/fuel/sales'],
  tax: [
    'contract/src/values/included-vat.ts',
    'api/src/lib/vat.ts',
    'api/src/modules/papers/advances',
    'api/src/modules/papers/advance-invoices',
    'api/src/modules/papers/tax-books',
  ],
  rules: ['api/src/modules/fleet/rules'],
  approvals: ['api/src/modules/identity/approvals'],
};

/** Folders whose code is tested from elsewhere as well: a mistake that their own tests let through meets these. */
export const FURTHER_TESTS: Record<string, readonly string[]> = {
  'api/src/modules/money/posting/': [
    'api/src/modules/money/transfers/distribute.test.ts',
    'api/src/modules/money/transfers/read-credit.test.ts',
    'api/src/modules/money/transfers/transfer-to-card.test.ts',
    'api/src/modules/fuel/settlement/settle-movement.test.ts',
    'api/src/modules/money/bank/returns/book-advance-return.test.ts',
    'api/src/http/every-write-leaves-a-line.test.ts',
  ],
  'api/src/modules/money/ledger/': ['api/src/modules/money/posting/', 'api/src/modules/money/transfers/'],
  'api/src/modules/money/transfers/': [
    'api/src/modules/money/fees/',
    'api/src/modules/fuel/sales/',
    'api/src/modules/messaging/notices/actions-that-notify.test.ts',
  ],
  'contract/src/values/included-vat.ts': ['api/src/lib/vat.test.ts'],
  'api/src/modules/papers/advances/': [
    'api/src/modules/papers/advance-invoices/',
    'api/src/modules/papers/tax-books/',
  ],
  'api/src/modules/papers/advance-invoices/': ['api/src/modules/papers/tax-books/'],
  'api/src/modules/fuel/sales/': ['api/src/modules/backoffice/cases/'],
  'api/src/modules/fuel/settlement/': ['api/src/modules/fuel/sales/', 'api/src/modules/fuel/pump/'],
};
