import { Menu } from '@base-ui/react/menu';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { AppLink } from '../AppLink.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import { POPUP_POSITION } from './popup-position.ts';
import styles from './ActionMenu.module.css';

export type MenuAction = {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Number of items that the user has not read. Zero is not shown. */
  waiting?: number;
  /** Why the action is not possible now: it stays in the list, greyed, with this reason under it. */
  disabledReason?: string | null;
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

type Props = {
  /** Name of what the actions belong to: «Действия с картой •• 4821». */
  label: string;
  actions: readonly MenuAction[];
  /** Look and text of the button, in place of the three dots. */
  look?: { className: string; content: ReactNode };
  /** Replaces the three dots, with an edge, for a menu that stands by itself. */
  icon?: ReactNode;
  /** Below the button, or after it, when it stands in the sidebar. */
  side?: 'below' | 'after';
};

/** Actions behind one button. */
export function ActionMenu({ label, actions, look: trigger, icon, side = 'below' }: Props) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={
          trigger ? trigger.className : joinClasses(styles.dots, icon !== undefined && styles.bordered)
        }
        data-tooltip={icon === undefined ? undefined : label}
        aria-label={trigger ? undefined : label}
      >
        {trigger ? trigger.content : (icon ?? <IconDots aria-hidden="true" stroke={1.75} />)}
      </Menu.Trigger>
      <Menu.Portal data-print="hide">
        <Menu.Positioner
          {...POPUP_POSITION}
          {...(side === 'after' ? { side: 'right', align: 'start' } : { side: 'bottom', align: 'end' })}
          className={styles.place}
        >
          <Menu.Popup aria-label={label} className={styles.dropdown}>
            {actions.map((action) => (
              <MenuEntry key={action.key} action={action} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MenuEntry({ action }: { action: MenuAction }) {
  const { label, icon, danger, waiting = 0, disabledReason, to, onSelect } = action;
  const input = {
    className: joinClasses(styles.item, danger && styles.danger, disabledReason && styles.disabled),
    children: (
      <>
        {icon && <span className={styles.icon}>{icon}</span>}
        <span>
          {label}
          {disabledReason && <span className={styles.reason}>{disabledReason}</span>}
        </span>
        {waiting > 0 && (
          <span className={styles.waiting}>
            <VisuallyHidden>, не прочитано: </VisuallyHidden>
            {waiting}
          </span>
        )}
      </>
    ),
  };
  if (disabledReason) return <Menu.Item disabled {...input} />;
  if (to !== undefined) return <Menu.LinkItem closeOnClick render={<AppLink to={to} />} {...input} />;
  return <Menu.Item {...input} onClick={onSelect} />;
}
