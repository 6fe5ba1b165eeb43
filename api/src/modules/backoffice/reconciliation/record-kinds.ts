/** Checks that read accounts and money in transit, whatever the past. */
export const STANDING_KINDS = [
  'sum-not-zero',
  'below-the-floor',
  'in-transit-not-its-operations',
  'hold-not-its-authorisations',
  'dispute-not-its-money',
  'hold-not-its-disputes',
  'charge-not-its-money',
  'card-not-its-fee',
  'network-refund-not-its-payment',
  'sandbox-payment-not-its-money',
  'transfer-without-a-sandbox-payment',
] as const;

/** Checks of the records that new transfers belong to. */
export const NEW_RECORDS = [
  'operation-not-its-money',
  'price-not-its-money',
  'transfer-without-an-operation',
  'payment-not-its-money',
  'transfer-without-a-payment',
  'return-not-its-money',
  'transfer-without-a-return',
  'correction-not-its-money',
  'transfer-without-a-correction',
  'invoice-not-its-payments',
  'distribution-not-its-money',
  'transfer-without-a-distribution',
] as const;

/** Checks that can be repeated range by range. Entries are read by account. */
export const OLD_RECORDS = [
  ...NEW_RECORDS,
  'transfer-without-its-entries',
  'shortfall-not-its-transfers',
  'days-not-their-operations',
] as const;
