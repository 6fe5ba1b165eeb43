import { use, type ReactNode } from 'react';
import { LeftOut } from './choose-hidden-columns.ts';

type Props = {
  /** Key of the column. */
  column: string;
  children: ReactNode;
  /** Shown while the column stands in the table. On paper too, which has room for one of both. */
  otherwise?: ReactNode;
};

/**
 * Part of a row that stands for a column which the table has no room for. Narrow paper shows it too, unless the column
 * itself is on paper.
 */
export function LeftOutPart({ column, children, otherwise }: Props) {
  const isLeftOut = use(LeftOut).has(column);
  const part = (
    <span
      data-instead={isLeftOut ? 'shown' : 'hidden'}
      data-print={otherwise === undefined ? undefined : 'hide'}
    >
      {children}
    </span>
  );
  if (otherwise === undefined) return part;
  return (
    <>
      <span data-print={isLeftOut ? 'only' : undefined}>{otherwise}</span>
      {part}
    </>
  );
}
