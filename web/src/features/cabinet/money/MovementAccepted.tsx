import type { CardMovementDraft } from '../../../state/card-movement.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { CardSummary } from './CardSummary.tsx';

type Props = { direction: CardMovementDraft['direction']; card: Card };

/** This movement was accepted at an earlier attempt whose answer was lost. The operations show how it ended. */
export function MovementAccepted({ direction, card }: Props) {
  return (
    <Panel>
      <Stack gap="3">
        <Notice
          tone="info"
          title={direction === 'to-card' ? 'Этот перевод уже принят' : 'Этот вывод уже принят'}
        >
          Ответ на первый запрос до вас не дошёл. Второй раз деньги не спишутся.
        </Notice>
        <CardSummary card={card} />
        <Row>
          <ButtonLink variant="primary" to={paths.cabinet}>
            К картам
          </ButtonLink>
          <ButtonLink to={paths.cardTransactions(card.id)}>Операции карты</ButtonLink>
        </Row>
      </Stack>
    </Panel>
  );
}
