import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './Stack.module.css';

type Gap = 'half' | '1' | '2' | '3' | '4' | '6';
type Props = ComponentProps<'div'> & { /** Steps of the 8 px grid; default 2 = 16 px. */ gap?: Gap };

/** A vertical stack. */
export function Stack({ gap = '2', className, ...rest }: Props) {
  return <div {...rest} className={joinClasses(styles.stack, styles[`gap${gap}`], className)} />;
}

type RowProps = Props & {
  between?: boolean;
  align?: 'center' | 'start' | 'end' | 'baseline';
  /** Keeps everything on one line: a card's picture and its name. */
  nowrap?: boolean;
};

/** A horizontal row that wraps when there is no room. */
export function Row({
  gap = '1',
  between = false,
  align = 'center',
  nowrap = false,
  className,
  ...rest
}: RowProps) {
  const own = [between && styles.between, nowrap && styles.nowrap];
  const classes = [styles.row, styles[`gap${gap}`], styles[align], ...own, className];
  return <div {...rest} className={joinClasses(...classes)} />;
}
