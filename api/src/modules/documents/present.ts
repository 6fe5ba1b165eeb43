import type { z } from 'zod';
import type { monthlyDocument } from '#contract/documents.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { closeMonth } from '#contract/staff.ts';
import type { DocumentRecord } from './document-store.ts';
import { monthWords } from './month-words.ts';
import type { UnmadePapers } from './unmade-papers-store.ts';

type DocumentOnWire = z.input<typeof monthlyDocument>;

/** Month → its documents, in the given order: newest month first. */
export function presentDocuments(records: readonly DocumentRecord[]): Record<string, DocumentOnWire[]> {
  const months: Record<string, DocumentOnWire[]> = {};
  for (const record of records) (months[record.month] ??= []).push(presentDocument(record));
  return months;
}

function presentDocument(record: DocumentRecord): DocumentOnWire {
  return {
    id: record.id,
    url: `/api/doc/${record.id}/download`,
    title: record.title,
    partner_id: record.partnerId,
    partner_title: record.partnerTitle,
    received: record.receivedAt?.toISOString() ?? null,
    objection: record.objection && {
      comment: record.objection.comment,
      created_at: record.objection.createdAt.toISOString(),
    },
    object_until: record.objectUntil,
    signature: record.hasEvidence ? `/api/doc/${record.id}/signature` : null,
    edm: record.edm && {
      state: record.edm.state,
      reason: record.edm.reason,
      changed_at: record.edm.changedAt.toISOString(),
    },
  };
}

export function presentUnmade(
  month: string,
  { companyId, title, why }: UnmadePapers,
): DataOf<typeof closeMonth>['unmade'][number] {
  const reason =
    'problem' in why
      ? `Не удалось сделать документы. ${why.problem}`
      : `Раньше закрыт ${monthWords(why.overtakenBy)}: документов за ${monthWords(month)} не будет, что ещё не учтено, войдёт в следующий комплект`;
  return { company_id: companyId, title, reason };
}
