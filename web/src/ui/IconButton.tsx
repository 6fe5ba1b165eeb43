import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import type { DisabledProps } from './Button.tsx';
import styles from './IconButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'disabled' | 'children'> &
  DisabledProps & {
    /** Text of the action, used as the name and the tooltip of the button. */
    label: string;
    icon: ReactNode;
    bordered?: boolean;
  };

/** A square button with an icon. Hover and focus show its label, or the reason why it does nothing now. */
export function IconButton({ label, icon, bordered, disabled, disabledReason, className, ...rest }: Props) {
  const name = disabled && disabledReason ? `${label}: ${disabledReason}` : label;
  return (
    <button
      type="button"
      {...rest}
      aria-label={name}
      data-tooltip={name}
      aria-disabled={disabled || undefined}
      className={joinClasses(styles.button, bordered && styles.bordered, className)}
      onClick={disabled ? (event: MouseEvent) => event.preventDefault() : rest.onClick}
    >
      {icon}
    </button>
  );
}
