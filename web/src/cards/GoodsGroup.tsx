import type { listGoodsGroups } from '#contract/cards.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import styles from './GoodsGroup.module.css';

type GroupProps = {
  group: DataOf<typeof listGoodsGroups>[number];
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onChoose: (goodsIds: readonly number[], on: boolean) => void;
};

/** Diesel has «Выбрать все» above its kinds. */
export function GoodsGroup({ group, chosen, disabled, onChoose }: GroupProps) {
  const ids = group.goods.map((one) => one.cg_id);
  const on = ids.filter((id) => chosen.has(id)).length;
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.legend}>{group.title}</legend>
      {group.type === GOODS_TREE.diesel && (
        <Checkbox
          className={styles.all}
          label="Выбрать все"
          checked={on === ids.length}
          partly={on > 0}
          onChange={(checked) => onChoose(ids, checked)}
        />
      )}
      {group.goods.map((one) => (
        <Checkbox
          key={one.cg_id}
          label={one.title}
          checked={chosen.has(one.cg_id)}
          onChange={(checked) => onChoose([one.cg_id], checked)}
        />
      ))}
    </fieldset>
  );
}
