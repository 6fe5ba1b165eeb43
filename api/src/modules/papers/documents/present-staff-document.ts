import type { z } from 'zod';
import { edmOperatorTitle } from '#contract/papers/edm.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { listDocumentLines, staffDocument } from '#contract/papers/staff-documents.ts';
import type { StaffDocumentRow } from './staff-document-store.ts';
import type { UpdDocument } from './upd-document.ts';

const UNNAMED = 'Имя не указано';

export function presentStaffDocument(row: StaffDocumentRow): z.input<typeof staffDocument> {
  return {
    id: row.id,
    title: row.title,
    company: { id: row.company_id, inn: row.inn, title: row.company_title },
    partner_id: row.partner_id,
    partner_title: row.partner_title,
    month: row.month,
    kind: row.kind,
    sum: row.sum_kopecks === null ? null : toRubles(row.sum_kopecks),
    vat: row.vat_kopecks === null ? null : toRubles(row.vat_kopecks),
    published: row.published_at.toISOString(),
    published_by: presentPerson(row.published_by, row.publisher),
    state: row.state,
    received: row.received_at?.toISOString() ?? null,
    objection:
      row.objection === null || row.objected_at === null
        ? null
        : {
            comment: row.objection,
            created_at: row.objected_at.toISOString(),
            answered_at: row.answered_at?.toISOString() ?? null,
          },
    replaces: row.replaces_id,
    replaced_by: row.replaced_by,
    replace_reason: row.replace_reason,
    withdrawn: row.withdrawn_at && {
      at: row.withdrawn_at.toISOString(),
      by: presentPerson(row.withdrawn_by, row.withdrawer),
      reason: row.withdraw_reason ?? '',
    },
    may_be_made_again: row.may_be_made_again ?? false,
    xml: row.is_in_state_form ? `/staff/api/documents/${row.id}/xml` : null,
    edm: row.edm_state,
    edm_reason: row.edm_reason,
    annulment: row.edm_annulment,
    roaming: row.edm_roaming === null ? null : edmOperatorTitle(row.edm_roaming),
  };
}

export function presentLines({ lines }: UpdDocument): EndpointData<typeof listDocumentLines> {
  return lines.map((line, index) => ({
    place: index + 1,
    title: line.title,
    unit: line.unit.title,
    quantity: line.quantity / 100,
    sum: toRubles(line.gross),
    vat: toRubles(line.vat),
    rate: line.ratePercent,
  }));
}

function presentPerson(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null ? null : { id, name: name ?? UNNAMED };
}
