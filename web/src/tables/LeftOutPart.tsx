import { use, type ReactNode } from 'react';
import { LeftOut } from './choose-hidden-columns.ts';

type Props = {
  /** Key of the column. */
  column: string;
  children: ReactNode;
  /** Shown while the column stands in the table. */
  otherwise?: ReactNode;
};

/** Part of a row that stands for a column which the table, or the sheet, has no room for. */
export function LeftOutPart({ column, children, otherwise }: Props) {
  return use(LeftOut).has(column) ? children : otherwise;
}
