import type { AnyEndpoint } from '#contract/endpoint.ts';
import { countQueues } from '#contract/backoffice/queues.ts';
import { listApprovals } from '#contract/identity/approvals.ts';
import { useEndpointAction, type EndpointAction } from '../actions/use-endpoint-action.ts';
import { CallFailed } from '../server/client.ts';
import { announce } from '../ui/layers/Announcer.tsx';
import { showToast } from '../ui/layers/Toast.tsx';

const ALREADY_DONE = 'Первый запрос уже выполнен с прежними данными. Закройте окно: список обновлён';
/** It may have been carried out all the same, or is not any more as the list shows it. */
const UNSURE_STATUSES: readonly number[] = [0, 404, 409];
const PROPOSAL_WAITS = 'Ничего ещё не изменилось. Предложение видно в разделе «Решения вдвоём»';
const SEE_LIST = 'Ответ сервера не дошёл. Сделано ли это, видно в списке';

/**
 * Runs an action of staff. `name` is used to report the outcome to users who have left the page, and to announce
 * success to screen readers, unless the page has a notice of its own (`hasOwnNotice`). The lists are read again also when an
 * answer was lost, and when a colleague was faster. The page never calls `reset`. Until the action is done, its
 * dialogue is one request.
 */
export function useStaffAction<E extends AnyEndpoint>(
  endpoint: E,
  {
    name,
    refresh,
    hasOwnNotice = false,
  }: { name: string; refresh: readonly AnyEndpoint[]; hasOwnNotice?: boolean },
): EndpointAction<E> {
  const action = useEndpointAction(endpoint, {
    // The queues in the menu have changed too.
    refresh: [...refresh, countQueues, ...(endpoint.secondPerson ? [listApprovals] : [])],
    refreshAfter: ({ code }) => UNSURE_STATUSES.includes(code),
    onAnswer: ({ held: awaitsApproval }, isHere) => {
      if (awaitsApproval)
        showToast({ tone: 'wait', title: `${name}: ждёт второго сотрудника`, message: PROPOSAL_WAITS });
      else if (isHere && !hasOwnNotice) announce(`${name}: сделано`);
    },
    left: {
      done: ({ held: awaitsApproval }) => ({
        title: awaitsApproval ? `${name}: ждёт второго сотрудника` : `${name}: сделано`,
      }),
      failed: `${name}: не сделано`,
      lost: { tone: 'stop', title: `${name}: ответа нет`, message: SEE_LIST },
    },
  });
  if (!action.isAlreadyDone) return action;
  return { ...action, error: new CallFailed(409, ALREADY_DONE) } as typeof action;
}
