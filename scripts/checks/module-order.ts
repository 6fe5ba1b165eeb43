/**
 * Order of the back end's modules (ARCHITECTURE.md draws it): each module may import the modules before it, never one
 * after it. Code that must know all modules is in `compose`.
 */
const BASE_LAYERS = ['lib', 'db', 'gateways', 'config', 'audit', 'queue', 'http'] as const;

/** Areas in order, each with its modules in order. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  programme: [
    'maintenance',
    'partners',
    'tariffs',
    'purchase-terms',
    'news',
    'tenders',
    'stations',
    'requisites',
    'contacts',
  ],
  messaging: ['live', 'users', 'emails', 'sms-codes', 'messages', 'security-messages', 'channels', 'notices'],
  identity: ['consents', 'auth', 'factors', 'approvals', 'members', 'phone-changes'],
  companies: [
    'companies',
    'first-admin',
    'colleagues',
    'delegations',
    'terms',
    'views',
    'keys',
    'events',
    'webhooks',
  ],
  cards: ['commands', 'cards', 'drivers'],
  fleet: [
    'vehicles',
    'rules',
    'declines',
    'station-pulse',
    'fuel-plans',
    'driver-links',
    'signals',
    'telematics',
  ],
  money: [
    'ledger',
    'balance-alert',
    'invoices',
    'posting',
    'fees',
    'transfers',
    'corrections',
    'receipts',
    'bank',
    'bank-feeds',
    'fast-payments',
  ],
  orders: ['shipments', 'orders', 'virtual-cards'],
  fuel: [
    'settlement',
    'authorisations',
    'sales',
    'feeds',
    'pump',
    'assignments',
    'history',
    'network-invoices',
    'disputes',
  ],
  papers: [
    'state-forms',
    'edm',
    'advances',
    'documents',
    'contracts',
    'advance-invoices',
    'tax-books',
    'bundles',
    'exchange',
    'confirmations',
  ],
  insights: [
    'overview',
    'months',
    'own-companies',
    'mailings',
    'search',
    'questions',
    'assistants',
    'sandbox',
  ],
  backoffice: [
    'books',
    'accounting-export',
    'reconciliation',
    'clients',
    'dunning',
    'cases',
    'personal-data',
    'queues',
    'start',
    'audit-log',
    'margin',
  ],
};

const MODULES_IN_ORDER = [
  ...BASE_LAYERS,
  ...Object.values(AREAS).flat(),
  'demonstration',
  'compose',
  'the top of api/src',
];

/** Files beside `main.ts` that the base layers depend on, and the first module that may import them. */
const FOUNDATIONS: Readonly<Record<string, string>> = {
  'errors.ts': 'lib',
  'environment.ts': 'lib',
  'operator.ts': 'lib',
  'staged-failures.ts': 'lib',
  'context.ts': 'config',
};

/** Returns the module of the back end by a file's path from the root; undefined for tests and for files outside. */
export function getModule(file: string): string | undefined {
  if (!file.startsWith('api/src/') || /\.test\.ts$|^api\/src\/testing\/|\/migrations\//.test(file))
    return undefined;
  const [first = '', second, third] = file.slice('api/src/'.length).split('/');
  if (first === 'modules') return third === undefined ? undefined : findModule(second, third);
  return second === undefined ? (FOUNDATIONS[first] ?? 'the top of api/src') : first;
}

function findModule(area: string | undefined, module: string): string | undefined {
  return AREAS[area ?? '']?.includes(module) ? module : undefined;
}

/** Returns a module's place in the order: a file may import modules of the same place or a lower one. */
export function getOrder(module: string): number {
  return MODULES_IN_ORDER.indexOf(module);
}
