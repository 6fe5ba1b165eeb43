import type { withdrawDocument } from '#contract/papers/staff-documents.ts';
import { notFound } from '../../../../errors.ts';
import type { TwoPeopleRule } from '../../../identity/approvals/approvals.ts';
import { lockDocumentStatus } from '../documents.ts';
import { assertWithdrawable } from './withdraw-document.ts';
import type { Call } from '../../../../http/call.ts';

/** The client loses the file for good, so two people withdraw a document. */
export const proposeWithdrawal: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof withdrawDocument>;
  const document = await lockDocumentStatus(ctx.db.system, params.id);
  if (!document) throw notFound('Документ не найден');
  assertWithdrawable(document);
  return {
    title: 'Отозвать документ',
    companyId: document.companyId,
    details: [
      { title: 'Документ', value: document.title },
      { title: 'Станет', value: 'Клиент увидит причину и не сможет открыть файл' },
      { title: 'Причина', value: body.reason },
    ],
  };
};
