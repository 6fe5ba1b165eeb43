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

/**
 * Folders whose code is tested from elsewhere as well: a mistake that their own tests let through meets those of these files
 * that run its code.
 */
export const FURTHER_TESTS: Record<string, readonly string[]> = {
  'api/src/modules/money/posting/': [
    'api/src/modules/money/corrections/',
    'api/src/modules/money/transfers/',
    'api/src/modules/money/balance-alert/',
    'api/src/modules/money/bank/returns/',
    'api/src/modules/fuel/settlement/',
    'api/src/modules/fuel/sales/',
    'api/src/modules/backoffice/clients/block-client.test.ts',
    'api/src/modules/companies/keys/',
    'api/src/http/every-write-leaves-a-line.test.ts',
  ],
  'api/src/modules/money/ledger/': [
    'api/src/modules/money/posting/',
    'api/src/modules/money/transfers/',
    'api/src/modules/backoffice/reconciliation/',
  ],
  'api/src/modules/money/transfers/': [
    'api/src/modules/money/fees/',
    'api/src/modules/fuel/sales/',
    'api/src/modules/messaging/notices/actions-that-notify.test.ts',
    'api/src/modules/papers/documents/closing/',
  ],
  'api/src/modules/money/corrections/': ['api/src/modules/papers/documents/corrections/'],
  'contract/src/values/included-vat.ts': ['api/src/lib/vat.test.ts'],
  'api/src/lib/vat.ts': ['api/src/modules/papers/advances/', 'api/src/modules/papers/documents/xml/'],
  'api/src/modules/papers/advances/': [
    'api/src/modules/papers/advance-invoices/',
    'api/src/modules/papers/tax-books/',
    'api/src/modules/papers/documents/closing/',
  ],
  'api/src/modules/papers/advance-invoices/': ['api/src/modules/papers/tax-books/'],
  'api/src/modules/papers/tax-books/': ['api/src/modules/papers/advance-invoices/'],
  'api/src/modules/fuel/sales/': [
    'api/src/modules/fuel/settlement/',
    'api/src/modules/backoffice/cases/',
    'api/src/modules/papers/documents/list-open-cases.test.ts',
    'api/src/modules/fuel/feeds/',
    'api/src/modules/fuel/pump/',
    'api/src/compose/send-commands.test.ts',
  ],
  'api/src/modules/fuel/settlement/': [
    'api/src/modules/backoffice/cases/',
    'api/src/modules/fuel/sales/',
    'api/src/modules/fuel/feeds/',
    'api/src/modules/fuel/pump/',
    'api/src/modules/cards/cards/',
    'api/src/modules/money/transfers/',
    'api/src/compose/send-commands.test.ts',
    'api/src/compose/silent-network.test.ts',
  ],
  'api/src/modules/fleet/rules/': [
    'api/src/modules/fleet/rules/',
    'api/src/modules/fleet/',
    'api/src/modules/fuel/pump/',
    'api/src/modules/cards/cards/',
    'api/src/modules/backoffice/cases/',
    'api/src/modules/orders/virtual-cards/',
    'api/src/modules/insights/overview/',
    'api/src/compose/button-actions.test.ts',
    'api/src/compose/exception-buttons.test.ts',
    'api/src/http/every-write-leaves-a-line.test.ts',
  ],
  'api/src/modules/identity/approvals/': [
    'api/src/compose/two-people.test.ts',
    'api/src/modules/backoffice/clients/block-client.test.ts',
  ],
};
