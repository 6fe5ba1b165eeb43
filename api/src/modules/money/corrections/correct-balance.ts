import { KINDS_BELOW_LIMIT } from '#contract/money/balance-corrections.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { findBalances } from '../posting/find-balances.ts';
import { lockClient } from '../transfers/client-accounts.ts';
import { bookCorrection, formatLimitRefusal } from './book-correction.ts';
import {
  findCorrectedDocument,
  getCorrection,
  type CorrectionRecord,
  type NewCorrection,
} from './corrections.ts';

export type BalanceCorrectionInput = Omit<NewCorrection, 'reversesId'>;

/**
 * Corrects a client's balance, when two members have agreed on it. Refuses as `checkCorrection`.
 */
export async function correctBalance(
  ctx: Context,
  input: BalanceCorrectionInput,
  requestKey: RequestKey | null,
): Promise<CorrectionRecord> {
  const { companyId } = input;
  const { id } = await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      if (!(await lockClient(tx, companyId))) throw notFound('Клиент не найден');
      await lockMoney(tx, [companyId], ctx.config.companyTimeoutMs);
      await checkCorrection(tx, input);
      return { id: await bookCorrection(tx, ctx.clock.now(), { ...input, reversesId: null }) };
    }),
  );
  return getCorrection(ctx.db.system, id);
}

export interface CheckedCorrection {
  documentTitle: string | null;
  /** The client's unallocated funds before and after it. */
  before: Kopecks;
  after: Kopecks;
}

/**
 * Returns what a correction would do. Refuses: 404 no such client; `document_id` another client's document, or none of a
 * УКД; 409 a difference that is booked already, or more than the credit limit leaves.
 */
export async function checkCorrection(
  db: Db,
  input: Pick<BalanceCorrectionInput, 'companyId' | 'kind' | 'direction' | 'sum' | 'documentId'>,
): Promise<CheckedCorrection> {
  const { companyId, kind, direction, sum, documentId } = input;
  const company = await findCompany(db, companyId);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  if (kind === 'ukd' && documentId === null)
    throw fieldRefusal('document_id', 'Укажите документ, по которому возникла разница');
  const document = documentId === null ? null : await findCorrectedDocument(db, { companyId, documentId });
  if (documentId !== null && !document)
    throw fieldRefusal('document_id', 'У этого клиента нет такого документа');
  if (kind === 'ukd' && document?.isBooked) throw conflict('Разница по этому документу уже проведена');
  const { unallocated: before, credit } = await findBalances(db, mintCompanyScope(companyId));
  const after = kopecks(direction === 'to-client' ? before + sum : before - sum);
  if (direction === 'from-client' && !KINDS_BELOW_LIMIT.has(kind) && after < -credit)
    throw conflict(formatLimitRefusal(sum, Math.max(0, before + credit)));
  return { documentTitle: document?.title ?? null, before, after };
}
