import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconGasStation,
  IconLock,
  IconLockOpen,
  IconPlus,
  IconSteeringWheel,
} from '@tabler/icons-react';
import { can } from '#contract/access.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { useMaintenance } from '../state/maintenance.ts';
import { useRole } from '../server/session.ts';
import type { Card } from './describe-card.ts';
import { paths } from '../paths.ts';
import { ActionMenu, type MenuAction } from '../ui/layers/ActionMenu.tsx';
import { isInMaintenance, READ_ONLY, statusAction } from './card-state.ts';

/** All actions on a card, behind one button. */
export function CardActions({ card, onChangeStatus }: { card: Card; onChangeStatus: (card: Card) => void }) {
  const status = statusAction(card, { role: useRole(), maintenance: useMaintenance() });
  const money = useMoneyProblem(card);
  const actions: MenuAction[] = [
    {
      key: 'top-up',
      label: 'Пополнить',
      icon: <IconPlus {...ICON} />,
      to: paths.cardPayment(1, card.id),
      disabledReason: money,
    },
    {
      key: 'payout',
      label: 'Вывести',
      icon: <IconArrowBackUp {...ICON} />,
      to: paths.cardPayout(1, card.id),
      disabledReason: money ?? (card.card_sum > 0 ? null : 'На карте нет средств'),
    },
    {
      key: 'services',
      label: 'Услуги и лимиты',
      icon: <IconGasStation {...ICON} />,
      to: paths.services(card.id),
    },
    { key: 'drivers', label: 'Водители', icon: <IconSteeringWheel {...ICON} />, to: paths.drivers(card.id) },
    {
      key: 'operations',
      label: 'Операции',
      icon: <IconArrowsExchange {...ICON} />,
      to: paths.cardTransactions(card.id),
    },
    {
      key: 'status',
      label: status.label,
      icon: status.blocks ? <IconLock {...ICON} /> : <IconLockOpen {...ICON} />,
      danger: status.blocks && status.disabledReason === null,
      disabledReason: status.disabledReason,
      onSelect: () => onChangeStatus(card),
    },
  ];
  return <ActionMenu label={`Действия с картой ${shortNumber(card.card_number)}`} actions={actions} />;
}

/** Why money cannot be moved to or from this card now; null if it can. */
export function useMoneyProblem(card: Card): string | null {
  const maintenance = useMaintenance();
  if (!can(useRole(), 'moveMoney')) return READ_ONLY;
  return isInMaintenance(card, maintenance) ? 'У сети идут технические работы' : null;
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
