import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import type { ReceiptKind } from '#contract/money/fast-payments.ts';
import type { Context } from '../../../context.ts';
import { rows, type Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { MAX_CASES, toCases, type Askable, type CaseKind, type CaseRow } from '../../cards/commands/cases.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';
import { reopenReceipt } from './receipts.ts';
import { SILENCE } from './send-receipt.ts';

type Row = CaseRow & { kind: ReceiptKind; sum_kopecks: number; reason: string };

/** Receipts that the till has refused, or has not made within a day. */
async function listFailedReceipts(db: Db) {
  const found = await rows(
    db,
    sql<Row>`
      select receipt.id, receipt.changed_at as since, receipt.attempt as attempts, receipt.kind, receipt.sum_kopecks,
        receipt.reason, null as partner_id, null as partner_title, company.id as company_id, company.inn,
        company.title as company_title, null as card_number, null as said, null as heard_at, count(*) over () as total
      from receipt join company on company.id = receipt.company_id
      where receipt.state = 'failed'
      order by receipt.changed_at desc, receipt.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ kind, sum_kopecks: sum, reason }) => ({ kind, sum, reason }));
}

/** «Чеки»: a receipt that needs a person. */
export const failedReceiptCase = {
  list: listDescribed(listFailedReceipts, ({ kind, sum, reason }) => ({
    asked: `${kind === 'advance' ? 'Чек аванса' : 'Чек зачёта аванса'} на ${formatRubles(kopecks(sum))}`,
    problem: 'Касса не сделала чек',
    details: [{ label: 'Причина', value: reason }],
    deeds: ['ask'],
  })),
  retry,
} satisfies CaseKind & Askable;

async function retry(ctx: Context, id: number): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    const receiptId = await reopenReceipt(tx, id, ctx.clock.now(), SILENCE);
    if (receiptId === null) throw conflict('Этот чек уже сделан, или его отправляют снова');
    await enqueueJob(tx, 'send-receipt', { receiptId }, { key: `receipt:${receiptId}` });
  });
}
