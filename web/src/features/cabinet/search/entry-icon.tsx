import {
  IconArrowBackUp,
  IconArrowRight,
  IconArrowsExchange,
  IconChartBar,
  IconCreditCard,
  IconFileInvoice,
  IconFileText,
  IconGasStation,
  IconGauge,
  IconLock,
  IconLockOpen,
  IconPlus,
  IconReceipt,
  IconSteeringWheel,
  IconTruck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lastFour } from '#contract/values/card-number.ts';
import { toneOfPartner, type Card } from '../../../cards/describe-card.ts';
import { CardFace } from '../../../ui/CardFace.tsx';
import type { Entry } from './entry.ts';

/** An entry with its own icon, its card's face, or the icon of its kind. */
export function withIcon(entry: Entry): Entry {
  if (entry.card) return { ...entry, icon: <Face card={entry.card} /> };
  const [kind = ''] = entry.key.split(':');
  return { ...entry, icon: entry.icon ?? ACTION_ICONS[kind] ?? ICONS[entry.kind] };
}

/** Hidden from screen readers, because the entry's own text repeats it. */
function Face({ card }: { card: Card }) {
  return (
    <span aria-hidden="true">
      <CardFace
        size="chip"
        tone={toneOfPartner(card.partner.id)}
        title={card.partner.title}
        lastFour={lastFour(card.card_number)}
      />
    </span>
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
/** Same icons as in the menu of a card. */
const ACTION_ICONS: Readonly<Record<string, ReactNode>> = {
  transfer: <IconPlus {...ICON} />,
  payout: <IconArrowBackUp {...ICON} />,
  limit: <IconGauge {...ICON} />,
  goods: <IconGasStation {...ICON} />,
  drivers: <IconSteeringWheel {...ICON} />,
  operations: <IconArrowsExchange {...ICON} />,
  block: <IconLock {...ICON} />,
  unblock: <IconLockOpen {...ICON} />,
  open: <IconLockOpen {...ICON} />,
  'top-up': <IconReceipt {...ICON} />,
  order: <IconCreditCard {...ICON} />,
  'new-driver': <IconSteeringWheel {...ICON} />,
};
const ICONS: Readonly<Record<Entry['kind'], ReactNode>> = {
  card: null,
  driver: <IconSteeringWheel {...ICON} />,
  truck: <IconTruck {...ICON} />,
  place: <IconArrowRight {...ICON} />,
  action: <IconArrowRight {...ICON} />,
  operation: <IconArrowsExchange {...ICON} />,
  invoice: <IconFileInvoice {...ICON} />,
  document: <IconFileText {...ICON} />,
  deed: <IconArrowRight {...ICON} />,
  answer: <IconChartBar {...ICON} />,
};
