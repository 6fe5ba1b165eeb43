import { Navigate, useMatch, useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards.ts';
import { isHere } from '../../lib/is-here.ts';
import { beginManyMovements, useManyDraft, type ManyDirection } from '../../state/many-movements.ts';
import { useRead } from '../../state/use-call.ts';
import { useRole } from '../../server/session.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { CardSkeleton } from '../../ui/Skeleton.tsx';
import { ConfirmManyForm } from './ConfirmManyForm.tsx';
import { ManyCardsForm } from './ManyCardsForm.tsx';
import { ManyResults } from './ManyResults.tsx';
import { MOVE_TEXTS } from './move-texts.ts';

/** Both steps of a movement between the account and many cards. What is prepared, and what was done, lasts as long as the tab. */
export function MoveManyCards({ direction }: { direction: ManyDirection }) {
  const step = useMatch('/cabinet/:movement/2') ? 2 : 1;
  const navigate = useNavigate();
  const mayMove = can(useRole(), 'moveMoney');
  const draft = useManyDraft(direction);
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
        onNext={() => void navigate(getStepPath(2), { replace: isHere(getStepPath(2)) })}
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
