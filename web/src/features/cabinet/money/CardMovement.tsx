import { useLayoutEffect, useRef, useState, useEffect, type ReactNode } from 'react';
import { Navigate, useMatch, useNavigate, useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { readClient } from '#contract/money/money.ts';
import { isCurrentAddress } from '../../../lib/is-current-address.ts';
import { forgetCardMovement, storeCardMovement, useCardMovement } from '../../../state/card-movement.ts';
import { closedPartners, useMaintenance } from '../../../state/maintenance.ts';
import { useRole, useSession } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import type { Card } from '../../../cards/describe-card.ts';
import { ConfirmMovementForm } from './ConfirmMovementForm.tsx';
import {
  showMovementOutcome,
  type Direction,
  findOutcome,
  isOnItsWay,
  getOperationsQuery,
  formatRefusal,
  formatTitle,
  type Movement,
  type MovementEnd,
} from './movement-outcome.ts';
import { TransferToCardForm, type Entered } from './TransferToCardForm.tsx';
import { ownUnallocated } from './own-unallocated.ts';
import { kopecks } from '#contract/kopecks.ts';
import { moneyText } from '../../../forms/type-money.ts';
import { changeDraft, readDraft } from '../../../state/order-draft.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { computeCreditPart } from '../../../cards/CreditPart.tsx';
import { CardSummary } from './CardSummary.tsx';

type Done = {
  card: Card;
  sumRubles: number;
  /** Part of it that was taken on credit. */
  creditRubles: number;
};

/** Both steps of a movement between the account and a card, each with its own address (spec section 2). */
export function CardMovement({ direction }: { direction: Direction }) {
  const step = useMatch('/cabinet/:movement/2') ? 2 : 1;
  const [search] = useSearchParams();
  const namedCardId = Number(search.get('card')) || null;
  const navigate = useNavigate();
  const role = useRole();
  const companyId = useSession().profile?.company?.id ?? 0;
  const maintenance = useMaintenance();
  const draft = useCardMovement(direction);
  const [moved, setMoved] = useState<Done | null>(null);
  // Going back from the outcome leads to a new movement.
  const done = step === 2 ? moved : null;
  // The movement whose code is being asked for; null as soon as that step is left.
  const requested = useRef<string | null>(null);
  useLayoutEffect(() => {
    requested.current = step === 2 ? (draft?.requestKey ?? null) : null;
    return () => {
      requested.current = null;
    };
  }, [step, draft]);
  const cards = useRead(listCards);
  const client = useRead(readClient, { params: { id: companyId } });
  // The card is polled after the movement, so that the network's answer shows.
  const watched = useRead(
    readCard,
    { params: { id: done?.card.id ?? 0 } },
    { enabled: done !== null, refetchMs: 2000 },
  );

  if (!can(role, 'moveMoney')) {
    return (
      <Notice tone="warn">Деньгами распоряжаются администратор и менеджер. Вам доступен просмотр.</Notice>
    );
  }
  if (!cards.data || !client.data) {
    return (cards.error ?? client.error) ? (
      <LoadError onReload={() => void Promise.all([cards.refetch(), client.refetch()])} />
    ) : (
      <CardSkeleton />
    );
  }

  if (cards.data.data.length === 0) {
    return (
      <Panel>
        <EmptyState title="Карт пока нет" action={<ButtonLink to={paths.cabinet}>К моим картам</ButtonLink>}>
          Деньги переводят на выпущенную карту и возвращают с неё.
        </EmptyState>
      </Panel>
    );
  }

  // A link may name a card that no longer exists: then the user chooses one here.
  const fixedCardId = cards.data.data.find((item) => item.id === namedCardId)?.id ?? null;
  const getStepPath = (to: 1 | 2) =>
    (direction === 'to-card' ? paths.cardPayment : paths.cardPayout)(to, fixedCardId ?? undefined);

  if (done) {
    return (
      <MovementDone
        direction={direction}
        sumRubles={done.sumRubles}
        creditRubles={done.creditRubles}
        card={watched.data?.data ?? done.card}
        actions={
          <>
            <ButtonLink variant="primary" to={paths.cabinet}>
              К картам
            </ButtonLink>
            <Button onClick={() => void navigate(getStepPath(1))}>
              {direction === 'to-card' ? 'Ещё перевод' : 'Ещё вывод'}
            </Button>
          </>
        }
      />
    );
  }
  const ownRubles = ownUnallocated(client.data.data);
  if (step !== 2) {
    return (
      <TransferToCardForm
        // A movement that has gone through meanwhile is not offered again.
        key={draft?.requestKey}
        direction={direction}
        cards={cards.data.data}
        fixedCardId={fixedCardId}
        unallocated={client.data.data.notDistSum}
        ownUnallocated={ownRubles}
        closedPartners={closedPartners(maintenance)}
        before={
          preparedBy(search, fixedCardId) ??
          startedOnThisCard(draft, fixedCardId) ??
          startedOnThisCard(direction === 'to-card' ? readStartedTransfer() : null, fixedCardId)
        }
        onNext={(entered) => {
          storeCardMovement({ direction, ...entered });
          if (direction === 'to-card') storeStartedTransfer(entered, cards.data?.data ?? []);
          setMoved(null);
          void navigate(getStepPath(2), { replace: isCurrentAddress(getStepPath(2)) });
        }}
      />
    );
  }
  const card = cards.data.data.find((item) => item.id === draft?.cardId);
  // The second step without a first one: a reload, a link. The amount is entered again.
  if (!draft || !card) return <Navigate to={getStepPath(1)} replace />;
  return (
    <ConfirmMovementForm
      key={draft.requestKey}
      draft={draft}
      card={card}
      ownRubles={ownRubles}
      secondary={
        <ButtonLink variant="quiet" to={getStepPath(1)}>
          Изменить сумму
        </ButtonLink>
      }
      onMoved={(movedCard) => {
        const sumRubles = draft.sumKopecks / 100;
        const creditRubles = direction === 'to-card' ? computeCreditPart(sumRubles, ownRubles) : 0;
        if (requested.current === draft.requestKey) setMoved({ card: movedCard, sumRubles, creditRubles });
        else void showMovementOutcome({ direction, card: movedCard, sumRubles });
        forgetCardMovement(draft);
        if (direction === 'to-card') forgetStartedTransfer();
      }}
    />
  );
}

type StartedTransfer = Pick<Entered, 'cardId' | 'sumText'> & { sumKopecks: number };

/** Returns the input for this card, or for any card if the user chooses it here. */
function startedOnThisCard(
  started: StartedTransfer | null,
  fixedCardId: number | null,
): StartedTransfer | null {
  return started && (fixedCardId === null || started.cardId === fixedCardId) ? started : null;
}

/** Returns the input that a link has filled in, from a sentence in the palette. */
function preparedBy(search: URLSearchParams, cardId: number | null): StartedTransfer | null {
  const sum = Number(search.get('sum'));
  if (cardId === null || !Number.isSafeInteger(sum) || sum <= 0) return null;
  return { cardId, sumKopecks: sum, sumText: moneyText(kopecks(sum)) };
}

/**
 * Returns a transfer that was started before the page was reloaded. The draft stores its card and sum (spec section 3).
 */
function readStartedTransfer(): StartedTransfer | null {
  const { selectedCardId, paymentAmount } = readDraft();
  if (selectedCardId === null || paymentAmount === null) return null;
  const sumKopecks = kopecks(Math.round(paymentAmount * 100));
  return { cardId: selectedCardId, sumKopecks, sumText: moneyText(sumKopecks) };
}

function storeStartedTransfer({ cardId, sumKopecks }: Entered, cards: readonly Card[]): void {
  const selectedPartnerId = cards.find((card) => card.id === cardId)?.partner.id ?? null;
  changeDraft({ selectedCardId: cardId, selectedPartnerId, paymentAmount: sumKopecks / 100 });
}

function forgetStartedTransfer(): void {
  changeDraft({ selectedCardId: null, selectedPartnerId: null, paymentAmount: null });
}

const POLL_INTERVAL_MS = 2000;
const TONE = { waiting: 'info', done: 'go', refused: 'error' } as const;

/** The movement's outcome, in the server's words: done, refused, or in transit while the network is silent. */
function MovementDone({ actions, ...movement }: Movement & { creditRubles: number; actions: ReactNode }) {
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
    // The portal writes what the money has paid for a moment after it has arrived.
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

type OutcomeProps = Movement & { creditRubles: number; end: MovementEnd };

function OutcomeText({ end, direction, sumRubles, creditRubles, card }: OutcomeProps) {
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
      {creditRubles > 0 && (
        <>
          {' '}
          В кредит взято <Money value={creditRubles} />.
        </>
      )}
      {repaid > 0 && (
        <>
          {' '}
          Из них <Money value={repaid} /> — за топливо, купленное раньше.
        </>
      )}
    </>
  );
}
