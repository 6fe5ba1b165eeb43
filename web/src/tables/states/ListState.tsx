import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isOffline, type CallFailed } from '../../server/client.ts';
import { hasLastAnswer } from '../../state/last-answers.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { DateText } from '../../ui/text/DateText.tsx';

type Read = UseQueryResult<unknown, CallFailed>;
type Props = {
  /** The call that reads the list. */
  of: AnyEndpoint;
  read: Read;
  /** Default: the sentence of the error catalogue. */
  message?: string | undefined;
  /** Default: «Список». */
  what?: string;
  /** When the list that is shown in place of the server's answer was read, in milliseconds. */
  storedAt?: number | undefined;
};

/**
 * Explains above a list why it is not up to date: without a network it shows what was read last, and when; what only the
 * server can choose, sort or page is not there. Any other failure offers to read again.
 */
export function ListState({ of, read, message, what = 'Список', storedAt }: Props) {
  const { pathname } = useLocation();
  const readAt = isShownOffline(read) ? read.dataUpdatedAt : storedAt;
  if (readAt !== undefined)
    return (
      <Notice tone="warn">
        Нет связи с сервером. {what} на <DateText value={new Date(readAt).toISOString()} style="datetime" />
      </Notice>
    );
  if (isOffline(read.error) && hasLastAnswer(of))
    return (
      <Notice
        tone="warn"
        action={
          <ButtonLink size="small" to={pathname}>
            Показать сохранённый список
          </ButtonLink>
        }
      >
        Нет связи с сервером. Эти фильтры, этот порядок и другие страницы есть только на сервере.
      </Notice>
    );
  if (!read.error || (read.data && !message)) return null;
  return (
    <LoadError
      onReload={() => void read.refetch()}
      reloading={read.isFetching}
      {...(message && { message })}
    />
  );
}

/** Returns whether a read shows what it had, because there is no network. */
export function isShownOffline(
  read: Pick<Read, 'data' | 'error' | 'failureReason' | 'isPlaceholderData'>,
): boolean {
  const hasOwn = read.data !== undefined && !read.isPlaceholderData;
  return hasOwn && isOffline(read.error ?? read.failureReason);
}
