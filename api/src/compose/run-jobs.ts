import type { TaskList } from 'graphile-worker';
import type { Context } from '../context.ts';
import { compareInvoice } from '../modules/fuel/network-invoices/compare-invoice.ts';
import { watchBalance } from '../modules/money/balance-alert/watch-balance.ts';
import { retryCardSync } from '../modules/cards/cards/retry-card-sync.ts';
import { sealDays } from '../modules/money/ledger/seal-days.ts';
import { retryHoldBlocks } from '../modules/cards/cards/card-holds.ts';
import { syncCard } from '../modules/cards/cards/sync-card.ts';
import { maintainRules } from '../modules/fleet/rules/maintain-rules.ts';
import { watchSales } from '../modules/fleet/rules/purchase/watch-sales.ts';
import { chargeEndedMonths } from '../modules/money/fees/charge-month.ts';
import { maintainLedgerParts } from '../modules/money/ledger/ledger-parts.ts';
import { finishBankFiles } from '../modules/money/bank/file/finish-bank-files.ts';
import { pullBank, startDuePulls } from '../modules/money/bank-feeds/pull-bank.ts';
import { followFastPayment } from '../modules/money/fast-payments/follow-fast-payment.ts';
import { requestOffsetReceipts } from '../modules/money/receipts/request-receipts.ts';
import { sendReceipt } from '../modules/money/receipts/send-receipt.ts';
import { alignCompanyCards } from '../modules/backoffice/clients/align-company-cards.ts';
import { releasePaidDebtors } from '../modules/backoffice/dunning/release-paid-debtors.ts';
import { findRemindedClients, runDunning } from '../modules/backoffice/dunning/run-dunning.ts';
import { countUpClients } from '../modules/backoffice/clients/client-list.ts';
import { closeCompanies } from '../modules/papers/documents/closing/close-companies.ts';
import { requestAddressConfirmation } from '../modules/insights/mailings/request-address-confirmation.ts';
import { notifyCompleteMonths } from '../modules/insights/months/notify-complete-months.ts';
import { sendMailing } from '../modules/insights/mailings/send-mailing.ts';
import { startDueMailings } from '../modules/insights/mailings/start-due-mailings.ts';
import { notifyStaff } from '../modules/backoffice/queues/notify-staff.ts';
import { makeAnyPdf } from '../modules/papers/documents/pdf/make-document-pdf.ts';
import { makeWaitingPdfs } from '../modules/papers/documents/pdf/make-waiting-pdfs.ts';
import { publishCardAct } from '../modules/papers/documents/closing/publish-card-act.ts';
import { saveDailyBundles } from '../modules/papers/bundles/save-daily-bundles.ts';
import { issueAdvanceInvoices } from '../modules/papers/advance-invoices/issue-advance-invoices.ts';
import { makeAgreement } from '../modules/papers/contracts/make-agreement.ts';
import { makeContractByJob } from '../modules/papers/contracts/make-contract.ts';
import { makeEdmFile } from '../modules/papers/documents/xml/make-edm-file.ts';
import { handleDisagreement } from '../modules/papers/documents/objections/read-answer.ts';
import { resumeClosings } from '../modules/papers/documents/closing/resume-closings.ts';
import { connectEdm } from '../modules/papers/edm/connect-edm.ts';
import { followEdmDocument } from '../modules/papers/edm/follow-edm-document.ts';
import { readEdmChanges } from '../modules/papers/edm/read-edm-changes.ts';
import { sendEdmDocument } from '../modules/papers/edm/send-edm-document.ts';
import { reconcile } from '../modules/backoffice/reconciliation/reconcile.ts';
import { countUpDays } from '../modules/fuel/history/spending.ts';
import { coverShortfalls } from '../modules/fuel/sales/cover-shortfalls.ts';
import { expireHolds } from '../modules/fuel/authorisations/holds.ts';
import { bookEarlySettlements } from '../modules/fuel/pump/settle-fuel.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import { readLateSales } from '../modules/fuel/sales/read-late-sales.ts';
import { startLateReading } from '../modules/fuel/sales/feeds.ts';
import { findSignals } from '../modules/fleet/signals/find-signals.ts';
import { describeOtherWaiting } from '../modules/insights/overview/list-waiting.ts';
import { sendDigests } from '../modules/fleet/signals/send-digests.ts';
import { exchangeTelematics } from '../modules/fleet/telematics/exchange-telematics.ts';
import { retryDebtorBlocks } from '../modules/fuel/sales/retry-debtor-blocks.ts';
import { planDeliveries } from '../modules/companies/webhooks/plan-deliveries.ts';
import { sendDeliveries } from '../modules/companies/webhooks/send-deliveries.ts';
import { sendInvitationSms } from '../modules/companies/colleagues/send-invitation-sms.ts';
import { sendSecuritySms } from '../modules/messaging/security-messages/send-security-sms.ts';
import { changePhone } from '../modules/identity/phone-changes/change-phone.ts';
import { takeUpdate } from '../modules/messaging/channels/receive-update.ts';
import { sendEmail } from '../modules/messaging/emails/send-email.ts';
import { expandNotices } from '../modules/messaging/notices/expand-notices.ts';
import { sendNotices } from '../modules/messaging/notices/send-notices.ts';
import { notifyPaymentsDue } from '../modules/money/transfers/notify-payments-due.ts';
import { notifyUnclearMovements } from '../modules/cards/commands/unclear-movements.ts';
import { pollOperations } from '../modules/cards/commands/poll-operations.ts';
import { approveFirstOrder } from '../modules/orders/orders/approve-first-order.ts';
import { approveOrder } from '../modules/orders/orders/approve-order.ts';
import { askForCards } from '../modules/orders/orders/ask-for-cards.ts';
import { finishVirtualCards } from '../modules/orders/virtual-cards/advance-replacements.ts';
import { pollOrders } from '../modules/orders/orders/waiting-orders.ts';
import { doButtons } from './button-actions.ts';
import { deleteSpent } from './delete-spent.ts';
import { DAILY_JOBS } from './daily-jobs.ts';
import { feedLoop, followNetworks } from './follow-networks.ts';
import { freeAbandonedJobs } from '../queue/free-abandoned-jobs.ts';
import { forwardEarlierJob } from './forward-earlier-job.ts';
import { runAsJob } from '../queue/run-as-job.ts';
import { sealEvents } from '../audit/seal-events.ts';
import { listenForJobs } from '../queue/listen-for-jobs.ts';
import { isEarlierTask, parseJobName, type JobName, type JobPayloads } from '../queue/job.ts';
import { laneOfNetwork, SHARED_LANES, type Lane } from '../queue/lanes.ts';
import { repeat, type Loop, type RunningJobs } from '../queue/repeat.ts';
import { runLane, type RunningLane } from '../queue/run-lane.ts';
import { removeClosedButtons } from './remove-closed-buttons.ts';
import { sendCommand, sendCommands } from './send-commands.ts';
import { callNetwork } from './call-network.ts';

export type { RunningJobs };

type Work = { [Name in JobName]: (ctx: Context, payload: JobPayloads[Name]) => Promise<void> };

/** The use case that each job calls. */
const JOB_HANDLERS: Work = {
  'carry-out-operation': (ctx, payload) => sendCommand(ctx, payload),
  'carry-out-operations': (ctx, payload) => sendCommands(ctx, payload),
  'issue-cards': (ctx, { itemId, partnerId }) => callNetwork(ctx, partnerId, () => askForCards(ctx, itemId)),
  'approve-request': async (ctx, { requestId }) => void (await approveOrder(ctx, requestId)),
  'approve-first-order': (ctx, { companyId }) => approveFirstOrder(ctx, companyId),
  'sync-card': (ctx, { cardId, partnerId }) => callNetwork(ctx, partnerId, () => syncCard(ctx, cardId)),
  'keep-company-cards': (ctx, { companyId }) => alignCompanyCards(ctx, companyId),
  'close-month': (ctx, { month }) => closeCompanies(ctx, month),
  'publish-card-act': (ctx, { requestId }) => publishCardAct(ctx, requestId),
  'make-contract': (ctx, { companyId }) => makeContractByJob(ctx, companyId),
  'amend-contract': makeAgreement,
  'connect-edm': (ctx, { companyId }) => connectEdm(ctx, companyId),
  'send-edm-document': (ctx, { documentId }) => sendEdmDocument(ctx, documentId, makeEdmFile),
  'make-paper': async (ctx, { documentId }) => void (await makeAnyPdf(ctx, documentId)),
  'follow-edm-document': (ctx, { documentId }) => followEdmDocument(ctx, documentId, handleDisagreement),
  'watch-balance': (ctx, { companyId }) => watchBalance(ctx, companyId),
  'send-mailing': (ctx, { sendingId }) => sendMailing(ctx, sendingId),
  'ask-mailing-address': (ctx, payload) => requestAddressConfirmation(ctx, payload),
  'send-webhook': (ctx, { webhookId }) => sendDeliveries(ctx, webhookId),
  'follow-fast-payment': (ctx, { orderId }) => followFastPayment(ctx, orderId),
  'send-receipt': (ctx, { receiptId }) => sendReceipt(ctx, receiptId),
  'request-offset-receipts': async (ctx) => void (await requestOffsetReceipts(ctx)),
  'pull-bank': (ctx, { account }) => pullBank(ctx, account),
  'send-security-sms': (ctx, { messageId }) => sendSecuritySms(ctx, messageId),
  'send-invitation-sms': (ctx, { invitationId }) => sendInvitationSms(ctx, invitationId),
  'change-phone': (ctx, { changeId }) => changePhone(ctx, changeId),
  'send-letter': (ctx, { letterId }) => sendEmail(ctx, letterId),
  'send-notices': (ctx, lane) => sendNotices(ctx, lane),
  'take-chat-update': (ctx, { updateId }) => takeUpdate(ctx, updateId, doButtons(ctx)),
  'seal-days': async (ctx) => void (await sealDays(ctx)),
  'start-late-reading': (ctx) => startLateReading(ctx),
  'read-late-sales': (ctx, payload) => readLateSales(ctx, payload),
  'compare-network-invoice': (ctx, payload) => compareInvoice(ctx, payload),
  'tell-payments-due': async (ctx) => notifyPaymentsDue(ctx, await findRemindedClients(ctx)),
  'run-dunning': (ctx) => runDunning(ctx),
  'save-daily-bundles': (ctx) => saveDailyBundles(ctx),
  'issue-advance-invoices': async (ctx) => void (await issueAdvanceInvoices(ctx)),
  'notify-complete-months': async (ctx) => void (await notifyCompleteMonths(ctx)),
  'charge-months': async (ctx) => void (await chargeEndedMonths(ctx)),
  'delete-spent': (ctx) => deleteSpent(ctx),
  reconcile: async (ctx) => void (await reconcile(ctx, 'nightly')),
};

/**
 * Connections that all lanes share: each holds one for the moment in which it fetches jobs or marks them as done. Idle
 * lanes fetch together at the start, and as many connections as they have places would only be opened for that.
 */
const CONNECTIONS = 4;
/** A job that is tried again, or is for later, waits so much longer at most. */
const DUE_MS = 1000;
const RETRY_INTERVAL_MS = 2000;
/** Companies sign within hours. */
const EDM_NEWS_MS = 60_000;
const COUNT_UP_MS = 10_000;
const SEAL_MS = 5000;
const WEBHOOKS_MS = 500;
/** A user who waits for a notification should not wait long. */
const NOTICES_MS = 1000;
/** The largest register takes minutes, at a low priority. */
const DOCUMENTS_LIMIT_MS = 3_600_000;
const PARTIAL_FILE_TTL_MS = 60_000;

/** Runs the queue and, next to it, the loops that read the feeds and poll pending work. */
export async function runJobs(ctx: Context): Promise<RunningJobs> {
  const pool = ctx.db.openPool({ name: 'magistral queue', max: CONNECTIONS });
  const listener = listenForJobs(ctx, pool);
  const lanes: RunningLane[] = [];
  const open = async (lane: Lane): Promise<void> => {
    const cron = lane.name === 'checks' ? [...DAILY_JOBS] : [];
    lanes.push(await runLane(ctx, lane, { pool: listener.pool, tasks: taskList(ctx, lane), cron }));
  };
  // One after the other they share the connection that each needs for a moment.
  for (const lane of [...ctx.partnerIds('sandbox').map(laneOfNetwork), ...SHARED_LANES]) await open(lane);
  const followed = followNetworks(ctx, open);
  const loops = [
    followed,
    ...listLoops(ctx).map(({ loop, work }) => repeat(ctx, loop, work)),
    repeat(ctx, { name: 'sign of life', everyMs: ctx.timeouts.signOfLife }, async () => {
      // When something is stuck, other processes take the jobs over.
      if (ctx.watchdog.overdue()) return;
      const dead = await freeAbandonedJobs(
        pool,
        lanes.map((lane) => lane.runnerId()),
      );
      if (dead.length > 0) ctx.log.warn({ runners: dead }, 'jobs of dead processes were let go');
    }),
    repeat(ctx, { name: 'due jobs', everyMs: DUE_MS }, () => listener.pollDue()),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all(lanes.map((lane) => lane.stop()));
      await listener.stop();
      await pool.end();
    },
  };
}

/** Lists the work that is repeated regardless of the queue. */
export function listLoops(ctx: Context): { loop: Loop; work: () => Promise<unknown> }[] {
  const everyTwoSeconds = (name: string) => ({ name, everyMs: RETRY_INTERVAL_MS });
  const repeatSeldom = (name: string) => ({ name, everyMs: COUNT_UP_MS });
  return [
    ...ctx.networkIds('sandbox').map((id) => ({ loop: feedLoop(ctx, id), work: () => pollNetwork(ctx, id) })),
    { loop: everyTwoSeconds('cards'), work: () => retryCardSync(ctx) },
    { loop: everyTwoSeconds('operations'), work: () => pollOperations(ctx) },
    { loop: everyTwoSeconds('debtors'), work: () => retryDebtorBlocks(ctx) },
    { loop: everyTwoSeconds('closed buttons'), work: () => removeClosedButtons(ctx) },
    { loop: repeatSeldom('unclear movements'), work: () => notifyUnclearMovements(ctx) },
    { loop: repeatSeldom('holds'), work: () => retryHoldBlocks(ctx) },
    { loop: repeatSeldom('fuel holds'), work: () => expireHolds(ctx) },
    { loop: repeatSeldom('early settlements'), work: () => bookEarlySettlements(ctx) },
    { loop: everyTwoSeconds('sales under rules'), work: () => watchSales(ctx) },
    { loop: everyTwoSeconds('rules'), work: () => maintainRules(ctx) },
    { loop: everyTwoSeconds('requests'), work: () => pollOrders(ctx) },
    { loop: everyTwoSeconds('virtual cards'), work: () => finishVirtualCards(ctx) },
    { loop: everyTwoSeconds('shortfalls'), work: () => coverShortfalls(ctx) },
    { loop: { name: 'notices', everyMs: NOTICES_MS }, work: () => expandNotices(ctx) },
    { loop: { name: 'seals', everyMs: SEAL_MS }, work: () => sealEvents(ctx.db, ctx.clock.now()) },
    { loop: { name: 'webhooks', everyMs: WEBHOOKS_MS }, work: () => planDeliveries(ctx) },
    { loop: repeatSeldom('signals'), work: () => findSignals(ctx) },
    { loop: repeatSeldom('telematics'), work: () => exchangeTelematics(ctx) },
    {
      loop: repeatSeldom('signal digests'),
      work: () => sendDigests(ctx, (scope) => describeOtherWaiting(ctx, scope)),
    },
    { loop: repeatSeldom('bank statements'), work: () => startDuePulls(ctx) },
    { loop: repeatSeldom('unfinished statements'), work: () => finishBankFiles(ctx) },
    { loop: { name: 'edm news', everyMs: EDM_NEWS_MS }, work: () => readEdmChanges(ctx) },
    { loop: { name: 'staff bell', everyMs: 3 * COUNT_UP_MS }, work: () => notifyStaff(ctx) },
    { loop: repeatSeldom('mailings'), work: () => startDueMailings(ctx) },
    { loop: repeatSeldom('days'), work: () => countUpDays(ctx) },
    { loop: repeatSeldom('paid debtors'), work: () => releasePaidDebtors(ctx) },
    { loop: repeatSeldom('clients'), work: () => countUpClients(ctx) },
    {
      loop: { name: 'papers', everyMs: COUNT_UP_MS, limitMs: DOCUMENTS_LIMIT_MS },
      work: () => makeWaitingPdfs(ctx),
    },
    {
      loop: { name: 'ledger parts', everyMs: PARTIAL_FILE_TTL_MS },
      work: () => maintainLedgerParts(ctx),
    },
    { loop: { name: 'closings', everyMs: 10 * RETRY_INTERVAL_MS }, work: () => resumeClosings(ctx) },
  ];
}

function taskList(ctx: Context, lane: Lane): TaskList {
  return Object.fromEntries(
    lane.tasks.map((task) => [task, (payload: unknown) => doJob(ctx, task, payload)]),
  );
}

/** Does a job of the queue; for a network's, the lane has been chosen already. */
export function doJob(ctx: Context, task: string, payload: unknown): Promise<void> {
  if (isEarlierTask(task)) return forwardEarlierJob(ctx, task, payload);
  const name = parseJobName(task);
  return runAsJob(ctx, task, payload, () =>
    (JOB_HANDLERS[name] as (ctx: Context, payload: unknown) => Promise<void>)(ctx, payload),
  );
}
