import type { EndpointData } from '#contract/endpoint.ts';
import type { listDisputes, listStaffDisputes } from '#contract/fuel/disputes.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Dispute } from './disputes.ts';

export function presentDispute(dispute: Dispute): EndpointData<typeof listDisputes>[number] {
  const { id, operation, kind, text, evidence, state, answer, held, refund } = dispute;
  return {
    id,
    operation: {
      id: operation.id,
      number: String(operation.id),
      at: new Date(operation.at).toISOString(),
      card_number: operation.cardNumber,
      network: operation.network,
      goods: operation.goods,
      litres: operation.centilitres / 100,
      sum: toRubles(kopecks(operation.sum)),
      address: operation.address,
    },
    kind,
    text,
    evidence,
    photo: dispute.photo?.name ?? null,
    state,
    opened_at: dispute.openedAt.toISOString(),
    opened_by: dispute.openedBy,
    due: dispute.dueOn,
    sent_at: dispute.sentAt?.toISOString() ?? null,
    answer,
    held: held === null || dispute.endedAt ? null : toRubles(held),
    refund: refund === null ? null : toRubles(refund),
    ended_at: dispute.endedAt?.toISOString() ?? null,
  };
}

export function presentStaffDispute(dispute: Dispute): EndpointData<typeof listStaffDisputes>[number] {
  return { ...presentDispute(dispute), company: dispute.company };
}
