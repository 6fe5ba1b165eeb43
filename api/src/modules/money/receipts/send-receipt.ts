import type { Context } from '../../../context.ts';
import {
  ReceiptRefused,
  TillUnavailable,
  type ReceiptTill,
} from '../../../gateways/receipts/receipt-till.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import {
  findReceipt,
  findRecipient,
  findSentReceipt,
  storeStep,
  type Receipt,
  type ReceiptStep,
} from './receipts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The till has this long; then a person decides. */
const GIVEN_UP_AFTER_MS = 24 * HOUR;
/** Reason of a receipt whose outcome is unknown: it may exist at the till. */
export const SILENCE = 'Касса не ответила за сутки: чек мог и пройти';

/**
 * Takes a receipt one step further: sends it, or asks the till what became of it. The job is postponed until there is a final
 * outcome. Repeated and simultaneous calls give one receipt, because the till knows it by our own name.
 */
export async function sendReceipt(ctx: Context, receiptId: number): Promise<void> {
  const receipt = await findReceipt(ctx.db.system, receiptId);
  const { receiptTill: till } = ctx;
  if (!till || !receipt || receipt.state === 'done' || receipt.state === 'failed') return;
  const step = await askTill(ctx, till, receipt);
  const now = ctx.clock.now();
  if (step) await ctx.db.inSystem((tx) => storeStep(tx, receipt, step, now));
  if (step && step.state !== 'sent') return;
  const age = now.getTime() - receipt.changedAt.getTime();
  if (!step && age > GIVEN_UP_AFTER_MS) {
    ctx.log.error({ receiptId }, 'the till never reported the outcome of a receipt');
    await ctx.db.inSystem((tx) => storeStep(tx, receipt, { state: 'failed', reason: SILENCE }, now));
    return;
  }
  const runAt = new Date(now.getTime() + computePause(step ? 0 : age));
  await enqueueJob(ctx.db.system, 'send-receipt', { receiptId }, { key: `receipt:${receiptId}`, runAt });
}

/** Asks at once about a receipt that the till says is ready. What it says is not believed, only read there. */
export async function hurryReceipt(ctx: Context, tillId: string): Promise<void> {
  const receiptId = await findSentReceipt(ctx.db.system, tillId);
  if (receiptId === null) return;
  await enqueueJob(ctx.db.system, 'send-receipt', { receiptId }, { key: `receipt:${receiptId}` });
}

/** Returns null if the till has not answered, or has not made the receipt yet. */
async function askTill(ctx: Context, till: ReceiptTill, receipt: Receipt): Promise<ReceiptStep | null> {
  try {
    if (receipt.state === 'waiting' || receipt.tillId === null)
      return { state: 'sent', tillId: await till.sendReceipt(await describeReceipt(ctx, receipt)) };
    const outcome = await till.readReceipt(receipt.tillId);
    return outcome.state === 'waiting' ? null : outcome;
  } catch (error) {
    if (error instanceof ReceiptRefused) return { state: 'failed', reason: error.message };
    if (!(error instanceof TillUnavailable)) throw error;
    ctx.log.warn({ receiptId: receipt.id, answer: error.message }, 'the till does not answer');
    return null;
  }
}

async function describeReceipt(ctx: Context, { id, attempt, companyId, ...receipt }: Receipt) {
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) throw new Error(`receipt ${id} is of no company`);
  const { operator } = ctx.config;
  const { email, phone } = await findRecipient(ctx.db.system, companyId);
  return {
    externalId: `magistral-receipt-${id}-${attempt}`,
    kind: receipt.kind,
    sum: receipt.sum,
    vatPercent: receipt.vatPercent,
    at: receipt.createdAt,
    // A receipt needs an address: without the client's own the operator's takes it.
    buyer: { name: company.title, inn: company.inn, email: email ?? (phone ? null : operator.email), phone },
    seller: { inn: ctx.programme.today().requisites.inn, email: operator.email },
  };
}

/** Short at first, then longer and longer. */
function computePause(age: number): number {
  if (age < MINUTE) return 5 * SECOND;
  if (age < 10 * MINUTE) return 30 * SECOND;
  return age < HOUR ? 5 * MINUTE : HOUR;
}
