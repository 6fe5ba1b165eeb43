import type { listGoodsGroups } from '#contract/cards/cards.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import styles from './GoodsGroup.module.css';

type GroupProps = {
  group: EndpointData<typeof listGoodsGroups>[number];
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onChoose: (goodsIds: readonly number[], on: boolean) => void;
  /** Attributes of a refused choice, for the first box. */
  aria?: { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined } | undefined;
};

/** Diesel has «Выбрать все» above its kinds. */
export function GoodsGroup({ group, chosen, disabled, onChoose, aria }: GroupProps) {
  const ids = group.goods.map((good) => good.cg_id);
  const on = ids.filter((id) => chosen.has(id)).length;
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={styles.legend}>{group.title}</legend>
      {group.type === GOODS_TREE.diesel && (
        <Checkbox
          {...aria}
          className={styles.all}
          label="Выбрать все"
          checked={on === ids.length}
          partly={on > 0}
          onChange={(checked) => onChoose(ids, checked)}
        />
      )}
      {group.goods.map((good, index) => (
        <Checkbox
          {...(index === 0 && group.type !== GOODS_TREE.diesel && aria)}
          key={good.cg_id}
          label={good.title}
          checked={chosen.has(good.cg_id)}
          onChange={(checked) => onChoose([good.cg_id], checked)}
        />
      ))}
    </fieldset>
  );
}
