import type { PartnerId } from '#contract/ids.ts';
import type { LaneShares } from './company-shares.ts';
import {
  EARLIER_NETWORK_JOBS,
  isNetworkJob,
  parseJobName,
  NETWORK_JOBS,
  taskOfNetwork,
  type JobName,
  type NetworkJobName,
} from './job.ts';

/** Jobs that wait for the same party. A lane has its own places, so a slow one takes none of another's. */
export interface Lane {
  name: string;
  /** The queue's names of its jobs. */
  tasks: readonly string[];
  /** Maximum number of its jobs that a process does at the same time. */
  maxConcurrent: number;
  /** Null means that its jobs belong to no company, or to a network. */
  shares: LaneShares | null;
  /** A user may be waiting for the outcome, so each such lane polls the queue whenever a job arrives in any lane. */
  isAwaited: boolean;
}

/** Most of a network's job is spent waiting for its answer. */
export const MAX_CONCURRENT_PER_NETWORK = 16;

/**
 * `messages` waits for the SMS provider, `letters` and `reports` for the mail server, `notices` for either or for a
 * messenger, `chats` for the messengers, `fast-payments` and `bank-statements` for the bank, `receipts` for the till, `documents` for the
 * operator of electronic documents, `checks` for the database and all networks, `papers` for a processor, `late-sales`
 * for one network each, `webhooks` for clients' programs. `handing-on` waits for none of them.
 */
const MAX_CONCURRENT_JOBS = {
  messages: 8,
  letters: 4,
  reports: 2,
  notices: 8,
  chats: 4,
  'fast-payments': 4,
  receipts: 2,
  'bank-statements': 2,
  documents: 8,
  papers: 2,
  checks: 2,
  'late-sales': 4,
  'handing-on': 4,
  webhooks: 16,
} as const;

/**
 * Places of one company at the same time. A lane that is not named here works for all companies together. A job above
 * its company's share keeps its place in the line.
 */
const PER_COMPANY: Partial<Record<keyof typeof MAX_CONCURRENT_JOBS, number>> = {
  messages: 2,
  letters: 2,
  reports: 1,
  notices: 2,
  chats: 2,
  'fast-payments': 2,
  documents: 2,
  papers: 1,
  'handing-on': 2,
  webhooks: 2,
};

function getLaneShares(name: keyof typeof MAX_CONCURRENT_JOBS): LaneShares | null {
  const perCompany = PER_COMPANY[name];
  // Half of the places stays free for those that answer, however many companies have addresses that do not.
  return perCompany === undefined ? null : { perCompany, silent: Math.max(1, MAX_CONCURRENT_JOBS[name] / 2) };
}

/** A new job must be named here. */
const LANE_BY_JOB: Record<Exclude<JobName, NetworkJobName>, keyof typeof MAX_CONCURRENT_JOBS> = {
  'watch-balance': 'messages',
  'send-security-sms': 'messages',
  'send-invitation-sms': 'messages',
  'change-phone': 'messages',
  'send-letter': 'letters',
  'ask-mailing-address': 'letters',
  'send-mailing': 'reports',
  'send-notices': 'notices',
  'take-chat-update': 'chats',
  'follow-fast-payment': 'fast-payments',
  'send-receipt': 'receipts',
  'request-offset-receipts': 'checks',
  'pull-bank': 'bank-statements',
  'close-month': 'documents',
  'make-paper': 'papers',
  'publish-card-act': 'documents',
  'make-contract': 'documents',
  'amend-contract': 'documents',
  'connect-edm': 'documents',
  'send-edm-document': 'documents',
  'follow-edm-document': 'documents',
  reconcile: 'checks',
  'seal-days': 'checks',
  'start-late-reading': 'checks',
  'charge-months': 'checks',
  'issue-advance-invoices': 'checks',
  'save-daily-bundles': 'checks',
  'notify-complete-months': 'checks',
  'delete-spent': 'checks',
  'tell-payments-due': 'checks',
  'run-dunning': 'checks',
  'read-late-sales': 'late-sales',
  'compare-network-invoice': 'late-sales',
  'approve-request': 'handing-on',
  'approve-first-order': 'handing-on',
  'keep-company-cards': 'handing-on',
  'send-webhook': 'webhooks',
};

/** The lane of one network: `network:2`. */
export function laneOfNetwork(partnerId: PartnerId): Lane {
  return {
    name: `network:${partnerId}`,
    tasks: NETWORK_JOBS.map((job) => taskOfNetwork(job, partnerId)),
    maxConcurrent: MAX_CONCURRENT_PER_NETWORK,
    shares: null,
    isAwaited: true,
  };
}

/** The lanes that there are beside those of networks; what an earlier version has put into the queue is handed on. */
export const SHARED_LANES: readonly Lane[] = (
  Object.keys(MAX_CONCURRENT_JOBS) as (keyof typeof MAX_CONCURRENT_JOBS)[]
).map((name) => ({
  name,
  tasks: [
    ...Object.entries(LANE_BY_JOB).flatMap(([job, lane]) => (lane === name ? [job] : [])),
    ...(name === 'handing-on' ? EARLIER_NETWORK_JOBS : []),
  ],
  maxConcurrent: MAX_CONCURRENT_JOBS[name],
  shares: getLaneShares(name),
  isAwaited: false,
}));

/** Returns the lane of a job, found by the job's name in the queue. */
export function findLane(task: string): string | null {
  const [, partnerId] = task.split(':');
  if (partnerId !== undefined && isNetworkJob(parseJobName(task))) return `network:${partnerId}`;
  return SHARED_LANES.find((lane) => lane.tasks.includes(task))?.name ?? null;
}
