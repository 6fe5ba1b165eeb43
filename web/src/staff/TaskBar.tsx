import type { ReactNode } from 'react';
import { counted } from '#contract/values/counted.ts';
import { SelectionBar } from '../tables/SelectionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { formatMoney } from '../lib/format.ts';
import type { TaskOwner, Tasks } from './use-tasks.ts';

type Props = {
  /** Name for screen readers: «Выбранные заявки». */
  label: string;
  forms: readonly [string, string, string];
  chosen: readonly { id: number; sum?: number; owner: TaskOwner; isTask: boolean }[];
  tasks: Tasks;
  onNone: () => void;
  /** The list's own action on the chosen rows. */
  children?: ReactNode;
};

/** Takes the chosen tasks, or gives them back, all at once. */
export function TaskBar({ label, forms, chosen, tasks, onNone, children }: Props) {
  const open = chosen.filter(({ isTask }) => isTask);
  const free = open.filter(({ owner }) => !owner).map(({ id }) => id);
  const owned = open.filter(({ owner }) => owner).map(({ id }) => id);
  return (
    <SelectionBar
      label={label}
      text={counted(chosen.length, forms)}
      below={
        chosen.some(({ sum }) => sum !== undefined) &&
        formatMoney(chosen.reduce((total, { sum = 0 }) => total + sum, 0))
      }
      selected={chosen.length}
      onNone={onNone}
    >
      {open.length === 0 && <span className="ink-2">Среди выбранных ничего не ждёт решения</span>}
      {free.length > 0 && (
        <Button size="small" pending={tasks.isPending} onClick={() => tasks.act.take(free)}>
          {`Взять ${free.length}`}
        </Button>
      )}
      {owned.length > 0 && (
        <Button size="small" pending={tasks.isPending} onClick={() => tasks.act.release(owned)}>
          {`Отдать ${owned.length}`}
        </Button>
      )}
      {children}
    </SelectionBar>
  );
}
