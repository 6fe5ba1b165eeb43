import { REQUEST_STATUS, type RequestStatusId } from '#contract/ids.ts';

/** Returns whether a request can be changed: only until the programme has reviewed it (spec section 4). */
export function canEdit(request: { statusId: RequestStatusId }): boolean {
  return request.statusId === REQUEST_STATUS.created;
}

/** Returns why an item has no act. Null means that its cards are issued and it has an act. */
export function actProblem(item: { orderStatusId: RequestStatusId; issuedAt: Date | null }): string | null {
  if (!hasDocuments(item.orderStatusId)) return 'Заявка отклонена: карты по ней не передаются';
  return item.issuedAt === null ? 'Карты ещё не выпущены: акт будет, когда сеть их выпустит' : null;
}

/** Returns whether the request has documents. A rejected one is neither paid nor handed over. */
export function hasDocuments(statusId: RequestStatusId): boolean {
  return statusId !== REQUEST_STATUS.rejected;
}
