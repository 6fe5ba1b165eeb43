import type { DataOf } from '#contract/endpoint.ts';
import { listDeclines } from '#contract/declines.ts';
import { approveException, listExceptions } from '#contract/exceptions.ts';
import { readCardRules } from '#contract/rules.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';

type Exception = NonNullable<DataOf<typeof listDeclines>[number]['exception']>;

const REFRESH = [listDeclines, listExceptions, readCardRules];

/** What has become of a purchase that the company's rules refused; while it is open, the press that lets it pass once. */
export function DeclineOutcome({ exception, mayAllow }: { exception: Exception; mayAllow: boolean }) {
  const { id, state, until } = exception;
  const deed = useDeed(approveException, {
    refresh: REFRESH,
    // Somebody may have answered meanwhile.
    refreshAfter: () => true,
    left: { failed: 'Заправка не разрешена' },
  });
  switch (state) {
    case 'proposed':
    case 'asked':
      return (
        <>
          {state === 'asked' && <StatusWord tone="wait">Просьба ждёт ответа</StatusWord>}
          {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
          {mayAllow && (
            <Button
              size="small"
              pending={deed.isPending}
              onClick={() => deed.mutate({ params: { id }, body: {} })}
            >
              Разрешить один раз
            </Button>
          )}
        </>
      );
    case 'approved':
      return (
        <StatusWord tone="go">
          Разрешено один раз
          {until && (
            <>
              , до <DateText value={until} style="datetime" />
            </>
          )}
        </StatusWord>
      );
    case 'used':
      return <StatusWord tone="go">Разрешили, заправка прошла</StatusWord>;
    case 'declined':
      return <StatusWord tone="stop">Не разрешили</StatusWord>;
    case 'lapsed':
      return null;
  }
}
