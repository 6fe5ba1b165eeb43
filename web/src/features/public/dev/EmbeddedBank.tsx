import { useSearchParams } from 'react-router';
import { decideEmbeddedBankOrder, readEmbeddedBankOrder } from '#contract/money/fast-payments.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { BankOrderForm } from './BankOrderForm.tsx';

const ENDED = {
  paid: 'Оплачено. Вернитесь на страницу счёта',
  refused: 'Вы отказались от платежа',
  expired: 'Ссылка больше не действует',
};

/** Shows what the payer's bank would: a payment by СБП, to be paid or refused (docs/calls.md 8). */
export function EmbeddedBank() {
  const [search] = useSearchParams();
  const order = search.get('order') ?? '';
  const read = useRead(readEmbeddedBankOrder, { query: { order } }, { enabled: order !== '' });
  const action = useEndpointAction(decideEmbeddedBankOrder, { refresh: [readEmbeddedBankOrder] });
  if (order === '' || read.error?.code === 404) {
    return (
      <Stack>
        <EmptyState title="Платежа нет">Нажмите «Оплатить по СБП» на странице счёта</EmptyState>
        <BankOrderForm />
      </Stack>
    );
  }
  if (read.error) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!read.data) return <CardSkeleton label="Платёж загружается" />;
  const { sum, purpose, state } = read.data.data;
  const decide = (decision: 'pay' | 'refuse') => action.mutate({ body: { order, decision } });
  return (
    <Panel title="Платёж по СБП">
      <Stack>
        <Money value={sum} size="figure" />
        <p>{purpose}</p>
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        {state === 'waiting' ? (
          <Row>
            <Button variant="primary" pending={action.isPending} onClick={() => decide('pay')}>
              Оплатить
            </Button>
            <Button pending={action.isPending} onClick={() => decide('refuse')}>
              Отказаться
            </Button>
          </Row>
        ) : (
          <Notice tone={state === 'paid' ? 'go' : 'info'}>{ENDED[state]}</Notice>
        )}
      </Stack>
    </Panel>
  );
}
