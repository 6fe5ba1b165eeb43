import type { CronItem } from 'graphile-worker';
import type { JobName } from '../queue/job.ts';

/**
 * Runs at 2:30 Moscow time, or, when the program was down then, at a start within the following day. The queue runs it
 * once however many processes there are, and each day has one nightly report.
 */
const NIGHTLY: CronItem = {
  task: 'reconcile' satisfies JobName,
  match: '30 23 * * *',
  identifier: 'nightly-reconciliation',
  options: { backfillPeriod: 20 * 3600 * 1000, maxAttempts: 5 },
};

/** Runs at 4:15 Moscow time, when the check has ended and few people work. */
const CLEANING: CronItem = {
  ...NIGHTLY,
  task: 'delete-spent' satisfies JobName,
  match: '15 1 * * *',
  identifier: 'nightly-cleaning',
};

/** Runs at 0:30, when nothing is dated on the day before any more. */
const SEALING: CronItem = {
  ...NIGHTLY,
  task: 'seal-days' satisfies JobName,
  match: '30 21 * * *',
  identifier: 'nightly-sealing',
};

/** Runs at 1:00, so that the reconciliation finds the late sales booked. */
const LATE_READING: CronItem = {
  ...NIGHTLY,
  task: 'start-late-reading' satisfies JobName,
  match: '0 22 * * *',
  identifier: 'nightly-late-reading',
};

/** Runs at 3:15, after the late sales and the check, on every day: what was missed is caught up. */
const MONTHLY_FEES: CronItem = {
  ...NIGHTLY,
  task: 'charge-months' satisfies JobName,
  match: '15 0 * * *',
  identifier: 'nightly-monthly-fees',
};

/** Runs at 5:00, when the day before is sealed and checked. */
const DAILY_BUNDLES: CronItem = {
  ...NIGHTLY,
  task: 'save-daily-bundles' satisfies JobName,
  match: '0 2 * * *',
  identifier: 'nightly-bundles',
};

/** Runs at 20:00, when the bank's statement of the day before is in the books. */
const ADVANCE_INVOICES: CronItem = {
  ...NIGHTLY,
  task: 'issue-advance-invoices' satisfies JobName,
  match: '0 17 * * *',
  identifier: 'evening-advance-invoices',
};

/** Runs at 20:20, after the documents that were published by day. */
const OFFSET_RECEIPTS: CronItem = {
  ...NIGHTLY,
  task: 'request-offset-receipts' satisfies JobName,
  match: '20 17 * * *',
  identifier: 'evening-offset-receipts',
};

/** Runs at 9:00, when the people who make payments come to work. */
const PAYMENTS_DUE: CronItem = {
  ...NIGHTLY,
  task: 'tell-payments-due' satisfies JobName,
  match: '0 6 * * *',
  identifier: 'morning-payments-due',
};

/** Runs at 9:10, after the general notices. */
const DUNNING: CronItem = {
  ...NIGHTLY,
  task: 'run-dunning' satisfies JobName,
  match: '10 6 * * *',
  identifier: 'morning-dunning',
};

/** Runs at 9:20, when accountants come to work. */
const COMPLETE_MONTHS: CronItem = {
  ...NIGHTLY,
  task: 'notify-complete-months' satisfies JobName,
  match: '20 6 * * *',
  identifier: 'morning-complete-months',
};

/** Jobs that are put into the queue once a day. */
export const DAILY_JOBS: readonly CronItem[] = [
  SEALING,
  LATE_READING,
  NIGHTLY,
  MONTHLY_FEES,
  CLEANING,
  DAILY_BUNDLES,
  PAYMENTS_DUE,
  DUNNING,
  ADVANCE_INVOICES,
  OFFSET_RECEIPTS,
  COMPLETE_MONTHS,
];
