import { REQUEST_STATUS, type RequestStatusId } from '#contract/ids.ts';

/** A request can be changed until the programme has looked at it (spec section 4). */
export function canEdit(request: { statusId: RequestStatusId }): boolean {
  return request.statusId === REQUEST_STATUS.created;
}

export const NO_ACT = 'Заявка отклонена: карты по ней не передаются';

/** What was rejected is neither paid for nor handed over. */
export function hasPapers(statusId: RequestStatusId): boolean {
  return statusId !== REQUEST_STATUS.rejected;
}
