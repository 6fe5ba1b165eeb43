import type { ReactNode } from 'react';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import type { Card } from '../../forms/describe-card.ts';
import { CardSummary } from './CardSummary.tsx';
import { movementOutcome, type Direction } from './movement-outcome.ts';

type Props = { direction: Direction; sumRubles: number; card: Card; actions: ReactNode };

/** What became of the movement, in the server's words: done, or on its way while the network has not answered. */
export function MovementDone({ direction, sumRubles, card, actions }: Props) {
  const toCard = direction === 'to-card';
  const { waiting, title } = movementOutcome(direction, card);
  return (
    <Panel>
      <Stack gap="3">
        {waiting ? (
          <Notice tone="info" title={title}>
            Сеть ещё не подтвердила <Money value={sumRubles} />. Ничего делать не нужно: баланс обновится сам.
          </Notice>
        ) : (
          <Notice tone="go" title={title}>
            {toCard ? 'Переведено на карту' : 'Возвращено на счёт'} <Money value={sumRubles} />.
          </Notice>
        )}
        <CardSummary card={card} />
        <Row>{actions}</Row>
      </Stack>
    </Panel>
  );
}
