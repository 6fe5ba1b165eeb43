import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { AppLink, type AppLinkProps } from './AppLink.tsx';
import { VisuallyHidden } from './text/VisuallyHidden.tsx';
import styles from './Button.module.css';

export type ButtonStyle = {
  /** `primary` is the one action of a screen. Default `secondary`. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'small' | 'large';
  /** Makes the button as wide as its column. */
  wide?: boolean;
  icon?: ReactNode;
};

/**
 * A button may be disabled only together with a reason that the user can read. A reason alone disables it; with
 * `disabled` the reason counts only where that is true.
 */
export type DisabledProps =
  | { disabled?: undefined; disabledReason?: string | null }
  | { disabled: boolean; disabledReason: string };

type Props = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonStyle &
  DisabledProps & {
    /** The action has been sent and is not answered yet. The button can't be clicked again. */
    pending?: boolean;
  };

/**
 * A disabled button can still be focused, and shows its reason as a tooltip and a description, because no one can learn
 * the reason of a button they can't reach. It is `aria-disabled`: a click, and Enter in its form, do nothing.
 */
export function Button(props: Props) {
  const {
    variant,
    size,
    wide,
    icon,
    disabledReason,
    disabled = Boolean(disabledReason),
    pending = false,
    className,
    children,
    ...rest
  } = props;
  const reasonId = useId();
  const reason = disabled ? disabledReason : null;
  const idle = disabled || pending;
  return (
    <>
      <button
        type="button"
        {...rest}
        aria-disabled={idle || undefined}
        aria-busy={pending || undefined}
        data-tooltip={reason || undefined}
        aria-describedby={joinClasses(rest['aria-describedby'], reason && reasonId) || undefined}
        className={joinClasses(buttonClass({ variant, size, wide }), pending && styles.pending, className)}
        onClick={idle ? ignoreClick : rest.onClick}
      >
        {icon}
        {children}
        {pending && <span className={styles.lane} aria-hidden="true" />}
      </button>
      {reason && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
      {pending && <VisuallyHidden role="status">Выполняется</VisuallyHidden>}
    </>
  );
}

/** Shows a link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: AppLinkProps & ButtonStyle) {
  return (
    <AppLink {...rest} className={joinClasses(buttonClass({ variant, size, wide }), className)}>
      {icon}
      {children}
    </AppLink>
  );
}

/** The classes of a button, for a link that leaves the product. */
export function buttonClass({
  variant = 'secondary',
  size = 'medium',
  wide = false,
}: ButtonStyle = {}): string {
  return joinClasses(styles.button, styles[variant], styles[size], wide && styles.wide);
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
