import {
  IconArrowBackUp,
  IconCoins,
  IconGasStation,
  IconGauge,
  IconLock,
  IconLockOpen,
} from '@tabler/icons-react';
import { counted } from '#contract/counted.ts';
import { SelectionBar } from '../../tables/SelectionBar.tsx';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { CARD_FORMS } from '../../cards/describe-card.ts';
import type { BulkDeed } from './bulk-deed.ts';

type Props = {
  /** How many cards are selected, and how many can be selected. */
  selected: number;
  all: number;
  onAll: () => void;
  onNone: () => void;
  onDeed: (deed: BulkDeed) => void;
  /** Money for the selected cards, or of them. */
  onMove: (direction: 'to-card' | 'from-card') => void;
};

/** The actions for the selected cards; stays visible while the list scrolls. */
export function BulkBar({ selected, all, onAll, onNone, onDeed, onMove }: Props) {
  return (
    <SelectionBar
      label="Выбранные карты"
      words={counted(selected, CARD_FORMS)}
      selected={selected}
      all={{ count: all, onChoose: onAll }}
      onNone={onNone}
    >
      <Button size="small" icon={<IconCoins {...ICON} />} onClick={() => onMove('to-card')}>
        Пополнить
      </Button>
      <Button size="small" icon={<IconLock {...ICON} />} onClick={() => onDeed('block')}>
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
            onSelect: () => onDeed('unblock'),
          },
          { key: 'limit', label: 'Лимит', icon: <IconGauge {...ICON} />, onSelect: () => onDeed('limit') },
          {
            key: 'goods',
            label: 'Услуги',
            icon: <IconGasStation {...ICON} />,
            onSelect: () => onDeed('goods'),
          },
        ]}
      />
    </SelectionBar>
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
