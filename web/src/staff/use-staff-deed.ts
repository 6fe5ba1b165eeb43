import { useQueryClient } from '@tanstack/react-query';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { CallFailed, isAlreadyDone } from '../server/client.ts';
import { useDeed } from '../state/use-call.ts';
import { useIsMounted } from '../lib/use-is-mounted.ts';
import { announce } from '../ui/Announcer.tsx';
import { showToast } from '../ui/Toast.tsx';

const DONE_AT_FIRST =
  'В первый раз это дошло до сервера и сделано с тем, что было написано тогда. Закройте окно: список уже обновлён';
/** What is refused like this is not any more as the list shows it. */
const MEANWHILE: readonly number[] = [404, 409];
const SEE_LIST = 'Ответ сервера не дошёл. Сделано ли это, видно в списке';

/**
 * An action of staff. `name` tells whoever has left the page how it ended, and whoever listens to it that it is done,
 * unless the page has a notice of its own (`told`). The lists are read again also when an
 * answer was lost, since the action may have been carried out, and when a colleague was faster.
 */
export function useStaffDeed<E extends AnyEndpoint>(
  endpoint: E,
  { name, refresh, told = false }: { name: string; refresh: readonly AnyEndpoint[]; told?: boolean },
): ReturnType<typeof useDeed<E>> {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const deed = useDeed(endpoint, {
    refresh,
    onAnswer: () => {
      if (!isMounted()) showToast({ tone: 'go', title: `${name}: сделано` });
      else if (!told) announce(`${name}: сделано`);
    },
    onFailure: (failure) => {
      const isLost = failure.code === 0;
      if (isLost || MEANWHILE.includes(failure.code))
        for (const read of refresh) void client.invalidateQueries({ queryKey: [read.name] });
      if (isMounted()) return;
      const message = isLost ? SEE_LIST : failure.message;
      showToast({ tone: 'stop', title: `${name}: ${isLost ? 'ответа нет' : 'не сделано'}`, message });
    },
  });
  if (!isAlreadyDone(deed.error)) return deed;
  return { ...deed, error: new CallFailed(409, DONE_AT_FIRST) } as typeof deed;
}
