import { useEffect, type ReactNode } from 'react';
import { listOperations } from '#contract/operations.ts';
import { useRead } from '../../state/use-call.ts';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { CardSummary } from './CardSummary.tsx';
import {
  findOutcome,
  isOnItsWay,
  getOperationsQuery,
  formatRefusal,
  formatTitle,
  type Movement,
  type MovementEnd,
} from './movement-outcome.ts';

const POLL_INTERVAL_MS = 2000;
const TONE = { waiting: 'info', done: 'go', refused: 'error' } as const;

/** The movement's outcome, in the server's words: done, refused, or in transit while the network is silent. */
export function MovementDone({ actions, ...movement }: Movement & { actions: ReactNode }) {
  const { direction, card } = movement;
  const onItsWay = isOnItsWay(movement);
  const operations = useRead(listOperations, getOperationsQuery(movement), {
    enabled: !onItsWay,
    refetchMs: (last) => (findOutcome(movement, last?.data).state === 'waiting' ? POLL_INTERVAL_MS : false),
  });
  const { refetch } = operations;
  // Going forward to the outcome soon after leaving it finds an answer too fresh to be read again by itself.
  useEffect(() => {
    if (!onItsWay) void refetch({ cancelRefetch: false });
    // What the money has paid for is written a moment after it has come.
  }, [onItsWay, card.shortfall, refetch]);
  // A cached answer may be about another movement of the same sum.
  const end = findOutcome(movement, operations.isFetchedAfterMount ? operations.data?.data : undefined);
  return (
    <Panel>
      <Stack gap="3">
        <Notice tone={TONE[end.state]} title={formatTitle(direction, end)}>
          <OutcomeText end={end} {...movement} />
        </Notice>
        <CardSummary card={card} />
        <Row>{actions}</Row>
      </Stack>
    </Panel>
  );
}

function OutcomeText({ end, direction, sumRubles, card }: Movement & { end: MovementEnd }) {
  const sum = <Money value={sumRubles} />;
  if (end.state === 'waiting')
    return <>Сеть ещё не подтвердила {sum}. Ничего делать не нужно: баланс обновится сам.</>;
  if (end.state === 'refused')
    return (
      <>
        {sum}: {formatRefusal(direction, end.reason)}
      </>
    );
  if (direction === 'from-card') return <>Возвращено на счёт {sum}.</>;
  const repaid = end.repaid ?? Math.min(card.shortfall, card.card_sum, sumRubles);
  return (
    <>
      Переведено на карту {sum}.
      {repaid > 0 && (
        <>
          {' '}
          Из них <Money value={repaid} /> — за топливо, купленное раньше.
        </>
      )}
    </>
  );
}
