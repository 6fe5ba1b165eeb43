import type { EndpointData } from '#contract/endpoint.ts';
import { listDeclines } from '#contract/declines.ts';
import { approveException, listExceptions } from '#contract/exceptions.ts';
import { readCardRules } from '#contract/rules.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';

type Exception = NonNullable<EndpointData<typeof listDeclines>[number]['exception']>;

const REFRESH = [listDeclines, listExceptions, readCardRules];

/** Shows the outcome of a purchase that the company's rules refused. While it is open, a button lets it pass once. */
export function DeclineOutcome({ exception, mayAllow }: { exception: Exception; mayAllow: boolean }) {
  const { id, state, until } = exception;
  const action = useEndpointAction(approveException, {
    refresh: REFRESH,
    // A colleague may have answered meanwhile.
    refreshAfter: () => true,
    left: { failed: 'Заправка не разрешена' },
  });
  switch (state) {
    case 'proposed':
    case 'asked':
      return (
        <>
          {state === 'asked' && <StatusLabel tone="wait">Просьба ждёт ответа</StatusLabel>}
          {action.error && <Notice tone="error">{action.error.message}</Notice>}
          {mayAllow && (
            <Button
              size="small"
              pending={action.isPending}
              onClick={() => action.mutate({ params: { id }, body: {} })}
            >
              Разрешить один раз
            </Button>
          )}
        </>
      );
    case 'approved':
      return (
        <StatusLabel tone="go">
          Разрешено один раз
          {until && (
            <>
              , до <DateText value={until} style="datetime" />
            </>
          )}
        </StatusLabel>
      );
    case 'used':
      return <StatusLabel tone="go">Разрешили, заправка прошла</StatusLabel>;
    case 'declined':
      return <StatusLabel tone="stop">Не разрешили</StatusLabel>;
    case 'lapsed':
      return null;
  }
}
