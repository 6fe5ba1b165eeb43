import { IconAlertTriangle, IconHandStop, IconListCheck, IconRoute } from '@tabler/icons-react';
import type { NavItem } from '../../layouts/NavEntry.tsx';
import { paths } from '../../paths.ts';

/** Tabs beside a place of the sidebar: the search finds them by their own names. */
export function besidePlaces(): NavItem[] {
  return [
    { to: paths.fuelPlans, title: 'Планы заправок', icon: <IconRoute {...ICON} />, current: false },
    { to: paths.signals, title: 'Что не так', icon: <IconAlertTriangle {...ICON} />, current: false },
    { to: paths.signalRules, title: 'Правила проверки', icon: <IconListCheck {...ICON} />, current: false },
    { to: paths.manyRules, title: 'Дать правила многим', icon: <IconListCheck {...ICON} />, current: false },
    { to: paths.exceptions, title: 'Просьбы водителей', icon: <IconHandStop {...ICON} />, current: false },
  ];
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
