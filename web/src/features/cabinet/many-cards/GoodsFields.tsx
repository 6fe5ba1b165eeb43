import { listGoodsGroups } from '#contract/cards/cards.ts';
import { GoodsGroup } from '../../../cards/GoodsGroup.tsx';
import { useRead } from '../../../state/use-call.ts';
import { FieldSet } from '../../../ui/fields/FieldSet.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';

type Props = {
  value: ReadonlySet<number>;
  onChange: (next: ReadonlySet<number>) => void;
  error: string | null;
};

/** Goods that the chosen cards may buy, by group. */
export function GoodsFields({ value: chosen, onChange, error }: Props) {
  const groups = useRead(listGoodsGroups);
  if (groups.isPending) return <TextSkeleton count={6} label="Загружаются услуги" />;
  if (!groups.data) return <LoadError onReload={() => void groups.refetch()} reloading={groups.isFetching} />;
  function choose(ids: readonly number[], on: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  }
  return (
    <FieldSet label="Услуги" labelHidden error={error}>
      {(aria) =>
        groups.data.data.map((group, index) => (
          <GoodsGroup
            key={group.id}
            group={group}
            chosen={chosen}
            disabled={false}
            onChoose={choose}
            aria={index === 0 ? aria : undefined}
          />
        ))
      }
    </FieldSet>
  );
}
