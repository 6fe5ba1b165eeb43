import { buttonClass } from '../../../ui/Button.tsx';
import styles from './NoticePopover.module.css';

type Props = {
  id: string;
  title: string;
  text: string;
  /** Attributes for the page's script. */
  data?: Record<`data-${string}`, string>;
};

/**
 * A short notice over the page. The browser opens it, closes it on Escape or a click outside, and returns the focus.
 */
export function NoticePopover({ id, title, text, data }: Props) {
  return (
    <span
      {...data}
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      className={styles.notice}
    >
      <span id={`${id}-title`} className={styles.title}>
        {title}
      </span>
      <span>{text}</span>
      <button
        type="button"
        className={buttonClass({ variant: 'primary' })}
        popoverTarget={id}
        popoverTargetAction="hide"
        autoFocus
      >
        Понятно
      </button>
    </span>
  );
}
