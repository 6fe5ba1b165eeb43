import {
  IconArrowBackUp,
  IconCoins,
  IconGasStation,
  IconGauge,
  IconLock,
  IconLockOpen,
  IconUsersGroup,
} from '@tabler/icons-react';
import { counted } from '#contract/values/counted.ts';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CARD_FORMS } from '../../../cards/describe-card.ts';
import type { BulkAction } from './bulk-action.ts';

type Props = {
  /** Number of selected cards, and number of cards that can be selected. */
  selected: number;
  all: number;
  onAll: () => void;
  onNone: () => void;
  onAction: (action: BulkAction) => void;
  onGroup: () => void;
  /** Money for the selected cards, or of them. */
  onMove: (direction: 'to-card' | 'from-card') => void;
};

/** The actions for the selected cards; stays visible while the list scrolls. */
export function BulkBar({ selected, all, onAll, onNone, onAction, onGroup, onMove }: Props) {
  return (
    <SelectionBar
      label="Выбранные карты"
      text={counted(selected, CARD_FORMS)}
      selected={selected}
      all={{ count: all, onChoose: onAll }}
      onNone={onNone}
    >
      <Button size="small" icon={<IconCoins {...ICON} />} onClick={() => onMove('to-card')}>
        Пополнить
      </Button>
      <Button size="small" icon={<IconLock {...ICON} />} onClick={() => onAction('block')}>
        Заблокировать
      </Button>
      <ActionMenu
        label="Ещё с выбранными картами"
        actions={[
          {
            key: 'payout',
            label: 'Вернуть на счёт',
            icon: <IconArrowBackUp {...ICON} />,
            onSelect: () => onMove('from-card'),
          },
          {
            key: 'unblock',
            label: 'Разблокировать',
            icon: <IconLockOpen {...ICON} />,
            onSelect: () => onAction('unblock'),
          },
          { key: 'limit', label: 'Лимит', icon: <IconGauge {...ICON} />, onSelect: () => onAction('limit') },
          {
            key: 'goods',
            label: 'Услуги',
            icon: <IconGasStation {...ICON} />,
            onSelect: () => onAction('goods'),
          },
          { key: 'group', label: 'В группу…', icon: <IconUsersGroup {...ICON} />, onSelect: onGroup },
        ]}
      />
    </SelectionBar>
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
