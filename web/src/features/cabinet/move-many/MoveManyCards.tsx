import { Navigate, useMatch, useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards/cards.ts';
import { isCurrentAddress } from '../../../lib/is-current-address.ts';
import {
  beginManyMovements,
  useManyCardsDraft,
  type MovementDirection,
  type TakenList,
} from '../../../state/many-movements.ts';
import { useRead } from '../../../state/use-call.ts';
import { useRole } from '../../../server/session.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { ConfirmManyForm } from './ConfirmManyForm.tsx';
import { ManyCardsForm } from './ManyCardsForm.tsx';
import { MOVE_TEXTS } from './move-texts.ts';
import type { ReactNode } from 'react';
import { lastFour } from '#contract/values/card-number.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { MAX_LIST_ROWS } from '#contract/limits.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { CARD_FORMS, cardName, toneOfPartner, type Card } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './MoveMany.module.css';

/** Both steps of a movement between the account and many cards. What is prepared, and what was done, lasts as long as the tab. */
export function MoveManyCards({ direction }: { direction: MovementDirection }) {
  const step = useMatch('/cabinet/:movement/2') ? 2 : 1;
  const navigate = useNavigate();
  const mayMove = can(useRole(), 'moveMoney');
  const draft = useManyCardsDraft(direction);
  const cards = useRead(listCards, {}, { enabled: mayMove });
  const getStepPath = direction === 'to-card' ? paths.cardsPayment : paths.cardsPayout;

  if (!mayMove) {
    return (
      <Notice tone="warn">Деньгами распоряжаются администратор и менеджер. Вам доступен просмотр.</Notice>
    );
  }
  if (!cards.data) {
    return cards.error ? <LoadError onReload={() => void cards.refetch()} /> : <CardSkeleton />;
  }
  const all = cards.data.data;
  if (all.length === 0) {
    return (
      <Panel>
        <EmptyState title="Карт пока нет" action={<ButtonLink to={paths.cabinet}>К моим картам</ButtonLink>}>
          Деньги переводят на выпущенные карты и возвращают с них.
        </EmptyState>
      </Panel>
    );
  }
  if (step === 1) {
    return (
      <ManyCardsForm
        draft={draft}
        cards={all}
        onNext={() => void navigate(getStepPath(2), { replace: isCurrentAddress(getStepPath(2)) })}
      />
    );
  }
  if (draft.taken) {
    return (
      <ManyResults
        direction={direction}
        taken={draft.taken}
        cards={all}
        actions={
          <>
            <ButtonLink variant="primary" to={paths.cabinet}>
              К картам
            </ButtonLink>
            <Button
              onClick={() => {
                beginManyMovements(direction, []);
                void navigate(getStepPath(1));
              }}
            >
              {MOVE_TEXTS[direction].another}
            </Button>
          </>
        }
      />
    );
  }
  // Nothing was asked for: there is no list to confirm.
  if (!draft.asked) return <Navigate to={getStepPath(1)} replace />;
  return (
    <ConfirmManyForm
      key={draft.asked.requestKey}
      direction={direction}
      list={draft.asked}
      cards={all}
      secondary={
        <Button variant="quiet" onClick={() => void navigate(getStepPath(1))}>
          Изменить список
        </Button>
      }
    />
  );
}

type Props = {
  direction: MovementDirection;
  taken: TakenList;
  cards: readonly Card[];
  actions: ReactNode;
};

type Operation = EndpointData<typeof listOperations>[number];

/** Others may be made meanwhile; they come before these. */
const SPARE_ROWS = 50;
const POLL_INTERVAL_MS = 2500;

/** Shows the outcome for each card. Cards that wait for their network are updated when it answers. */
function ManyResults({ direction, taken, cards, actions }: Props) {
  const { movements } = taken;
  const read = useRead(
    listOperations,
    {
      query: {
        typeId: direction === 'to-card' ? OPERATION_TYPE.topUp : OPERATION_TYPE.payout,
        perPage: Math.min(MAX_LIST_ROWS, movements.length + SPARE_ROWS),
      },
    },
    { refetchMs: (last) => (countOutcomes(movements, last?.data).waiting > 0 ? POLL_INTERVAL_MS : false) },
  );
  const byOperation = new Map(read.data?.data.map((item) => [item.id, item]));
  const byCard = new Map(cards.map((card) => [card.id, card]));
  const counts = countOutcomes(movements, read.data?.data);
  return (
    <Panel>
      <Stack gap="3">
        <Notice
          tone={counts.waiting > 0 ? 'info' : counts.refused > 0 ? 'warn' : 'go'}
          title={formatTitle(direction, counts)}
        >
          Всего <Money value={taken.total} />.{' '}
          {counts.waiting > 0
            ? `Ждут ответа сети: ${counted(counts.waiting, CARD_FORMS)}. Ничего делать не нужно.`
            : counts.refused > 0
              ? REFUSED[direction]
              : ''}
        </Notice>
        <ul className={styles.lines}>
          {movements.map((movement) => {
            const card = byCard.get(movement.card_id);
            return (
              card && (
                <li key={movement.operation_id} className={styles.line}>
                  <CardFace
                    size="chip"
                    tone={toneOfPartner(card.partner.id)}
                    title={card.partner_name}
                    lastFour={lastFour(card.card_number)}
                  />
                  <span className={styles.who}>
                    <ClampedText className={styles.name}>{cardName(card)}</ClampedText>
                    <MovementOutcome operation={byOperation.get(movement.operation_id)} />
                  </span>
                  <span className={styles.figures}>
                    <Money value={movement.sum} className={styles.sum} />
                    <span className={styles.quiet}>
                      на карте <Money value={card.card_sum} />
                    </span>
                  </span>
                </li>
              )
            );
          })}
        </ul>
        <Row>{actions}</Row>
      </Stack>
    </Panel>
  );
}

const REFUSED: Record<MovementDirection, string> = {
  'to-card': 'Деньги карт, по которым сеть отказала, вернулись на счёт.',
  'from-card': 'Деньги карт, по которым сеть отказала, остались на них.',
};

function formatTitle(direction: MovementDirection, { waiting, refused, all }: Counts): string {
  if (waiting > 0) return 'Деньги в пути';
  if (refused > 0)
    return `Сделано: ${counted(all - refused, CARD_FORMS)}, отказано: ${counted(refused, CARD_FORMS)}`;
  return direction === 'to-card' ? 'Деньги на картах' : 'Деньги на счёте';
}

function MovementOutcome({ operation }: { operation: Operation | undefined }) {
  if (!operation || operation.status.id === OPERATION_STATUS.inProgress) {
    return <StatusLabel tone="wait">В пути</StatusLabel>;
  }
  if (operation.status.id === OPERATION_STATUS.failed) {
    return <StatusLabel tone="stop">{operation.reason ?? 'Сеть отказала'}</StatusLabel>;
  }
  return <StatusLabel tone="go">Сделано</StatusLabel>;
}

interface Counts {
  all: number;
  waiting: number;
  refused: number;
}

function countOutcomes(
  movements: TakenList['movements'],
  operations: readonly Operation[] | undefined,
): Counts {
  const statuses = new Map(operations?.map((operation) => [operation.id, operation.status.id]));
  const of = (is: (status: number | undefined) => boolean): number =>
    movements.filter((movement) => is(statuses.get(movement.operation_id))).length;
  return {
    all: movements.length,
    waiting: of((status) => status === undefined || status === OPERATION_STATUS.inProgress),
    refused: of((status) => status === OPERATION_STATUS.failed),
  };
}
