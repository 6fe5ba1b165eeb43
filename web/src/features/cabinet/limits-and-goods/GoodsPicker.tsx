import { useState } from 'react';
import { can } from '#contract/access.ts';
import { listGoodsGroups, setCardGoods } from '#contract/cards/cards.ts';
import { GOODS_ENABLED } from '#contract/ids.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useMaintenance } from '../../../state/maintenance.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { changeProblem, isNotSetUp, openChoice, NOT_SET_UP, WHO_SETS_UP } from '../../../cards/card-state.ts';
import { GoodsGroup } from '../../../cards/GoodsGroup.tsx';
import { sourceText } from '../../../cards/LimitMeter.tsx';
import { useCardAction } from '../../../cards/use-card-action.ts';
import styles from './GoodsPicker.module.css';

type Group = EndpointData<typeof listGoodsGroups>[number];

/** Chooses what a card may pay for (spec section 2, /cabinet/services). The first choice makes a new card active. */
export function GoodsPicker({ card }: { card: Card }) {
  const groups = useRead(listGoodsGroups);
  if (groups.isPending) return <TextSkeleton count={6} label="Загружаются услуги" />;
  if (!groups.data) return <LoadError onReload={() => void groups.refetch()} reloading={groups.isFetching} />;
  return <Choice card={card} groups={filterSoldGoods(card, groups.data.data)} />;
}

function Choice({ card, groups }: { card: Card; groups: readonly Group[] }) {
  const saved = enabledGoods(card);
  // Only changes made here since the last save: a colleague may change the rest of the card meanwhile.
  const [touched, setTouched] = useState<ReadonlyMap<number, boolean>>(UNTOUCHED);
  const [activated, setActivated] = useState(false);
  const action = useCardAction(setCardGoods, {
    // The failure is only logged: the choice visibly stays unsaved.
    onFailure: (error) => reportFailure(CATALOGUE.goodsNotSaved, error),
  });
  const choice = openChoice(card, 'goods');
  const inherited = sourceText(card, card.goods_source);
  const role = useRole();
  const problem = changeProblem(card, { role, maintenance: useMaintenance() });
  const chosen = applyTouched(saved, touched);
  const dirty = [...touched].some(([goodsId, on]) => on !== saved.has(goodsId));

  function choose(goodsIds: readonly number[], on: boolean) {
    setTouched(new Map([...touched, ...goodsIds.map((goodsId) => [goodsId, on] as const)]));
    action.reset();
  }
  function save() {
    const first = isNotSetUp(card);
    action.mutate(
      { params: { id: card.id }, body: { cg_ids: [...chosen] } },
      {
        onSuccess: () => {
          setTouched(UNTOUCHED);
          setActivated(first);
        },
      },
    );
  }

  return (
    <Stack gap="3">
      {isNotSetUp(card) && (
        <Notice tone="warn" title={NOT_SET_UP}>
          {can(role, 'changeCard')
            ? 'Выберите виды топлива и сохраните: карта станет активной.'
            : WHO_SETS_UP}
        </Notice>
      )}
      {card.network_cannot?.goods && <Notice>{card.network_cannot.goods}</Notice>}
      {inherited && (
        <Notice>{`Сейчас услуги ${inherited}. Сохранённые здесь будут своими у карты и важнее.`}</Notice>
      )}
      <div className={styles.groups}>
        {groups.map((group) => (
          <GoodsGroup
            key={group.id}
            group={group}
            chosen={chosen}
            disabled={problem !== null || action.isPending}
            onChoose={choose}
          />
        ))}
      </div>
      <Row gap="2">
        <Button
          variant="primary"
          onClick={save}
          pending={action.isPending}
          disabled={problem !== null || chosen.size === 0}
          disabledReason={problem ?? 'Выберите хотя бы один вид топлива'}
        >
          Сохранить услуги
        </Button>
        <span role="status">
          {action.isSuccess && !dirty && choice?.state !== 'refused' ? (
            <StatusLabel tone="go">{activated ? 'Сохранено, карта активна' : 'Сохранено'}</StatusLabel>
          ) : (
            dirty &&
            !action.isPending && <StatusLabel tone="neutral">Есть несохранённые изменения</StatusLabel>
          )}
        </span>
        {choice?.state === 'waiting' && <StatusLabel tone="wait">Сеть ещё не подтвердила услуги</StatusLabel>}
      </Row>
    </Stack>
  );
}

/** Returns only those goods that the card's network sells. */
function filterSoldGoods(card: Card, groups: readonly Group[]): Group[] {
  const sold = new Set(card.goods.map((good) => good.cg_id));
  return groups
    .map((group) => ({ ...group, goods: group.goods.filter((good) => sold.has(good.cg_id)) }))
    .filter((group) => group.goods.length > 0);
}

function enabledGoods(card: Card): ReadonlySet<number> {
  return new Set(card.goods.filter((good) => good.status_id === GOODS_ENABLED).map((good) => good.cg_id));
}

function applyTouched(
  saved: ReadonlySet<number>,
  touched: ReadonlyMap<number, boolean>,
): ReadonlySet<number> {
  const chosen = new Set(saved);
  for (const [goodsId, on] of touched) {
    if (on) chosen.add(goodsId);
    else chosen.delete(goodsId);
  }
  return chosen;
}

const UNTOUCHED: ReadonlyMap<number, boolean> = new Map();
