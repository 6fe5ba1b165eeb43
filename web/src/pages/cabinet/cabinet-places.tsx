import {
  IconApi,
  IconArrowsExchange,
  IconBell,
  IconBuildingStore,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconFileInvoice,
  IconFileText,
  IconGasStation,
  IconHandStop,
  IconHistory,
  IconKey,
  IconListCheck,
  IconLogout,
  IconMailForward,
  IconNews,
  IconReceipt,
  IconShieldLock,
  IconSteeringWheel,
  IconSunMoon,
  IconTruck,
  IconUserCheck,
  IconUserCircle,
  IconUserShield,
  IconWebhook,
} from '@tabler/icons-react';
import { can, type Role } from '#contract/access.ts';
import type { StoredSession } from '../../server/session.ts';
import type { NavGroup, NavItem, Person } from '../../layouts/NavEntry.tsx';
import { paths } from '../../paths.ts';
import type { MenuAction } from '../../ui/layers/ActionMenu.tsx';

/** All places of the cabinet that the role may enter, in groups, as the sidebar and the sheet of a phone show them. */
export function listPlaces(pathname: string, role: Role, unread: number): NavGroup[] {
  const place = placesAt(pathname);
  return [
    { items: [{ ...place.notices, waiting: unread, calls: true }] },
    {
      title: 'Карты',
      items: [
        place.cards,
        place.operations,
        place.fleet,
        place.drivers,
        place.rules,
        place.declines,
        place.map,
      ],
    },
    {
      title: 'Деньги',
      items: [place.invoices, ...(can(role, 'moveMoney') ? [place.distribute] : []), place.statement],
    },
    {
      title: 'Отчёты',
      items: [
        place.summary,
        place.documents,
        place.mailings,
        ...(can(role, 'moveMoney') ? [place.exchange] : []),
      ],
    },
    {
      title: 'Компания',
      items: [
        ...(can(role, 'assignRoles') ? [place.colleagues, place.keys, place.webhooks, place.audit] : []),
        place.news,
      ],
    },
  ];
}

/** The four places in the bar of a phone. */
export function barPlaces(pathname: string): NavItem[] {
  const { cards, operations, map, documents } = placesAt(pathname);
  return [cards, operations, map, documents];
}

export function isPlace(pathname: string, place: string): boolean {
  return pathname.replace(/\/$/, '') === place;
}

function placesAt(pathname: string) {
  const at = (...places: string[]) => places.some((place) => isPlace(pathname, place));
  return {
    cards: {
      to: paths.cabinet,
      title: 'Карты',
      icon: <IconCreditCard {...ICON} />,
      current:
        at(paths.cabinet, paths.create, '/cabinet/card', '/cabinet/services', '/cabinet/card-request') ||
        /^\/cabinet\/cards?-pay(ment|out)\//.test(pathname),
    },
    operations: {
      to: paths.cardTransactions(),
      title: 'Операции',
      icon: <IconArrowsExchange {...ICON} />,
      current: at(paths.cardTransactions()),
    },
    fleet: {
      to: paths.fleet,
      title: 'Автопарк',
      icon: <IconTruck {...ICON} />,
      current: at(paths.fleet, paths.fuelPlans, paths.signals),
    },
    drivers: {
      to: paths.drivers(),
      title: 'Водители',
      icon: <IconSteeringWheel {...ICON} />,
      current: at(paths.drivers()),
    },
    rules: {
      to: paths.rules,
      title: 'Правила',
      icon: <IconListCheck {...ICON} />,
      current: at(paths.rules),
    },
    declines: {
      to: paths.declines,
      title: 'Отказы',
      icon: <IconHandStop {...ICON} />,
      current: at(paths.declines, paths.exceptions),
    },
    map: { to: paths.map, title: 'АЗС', icon: <IconGasStation {...ICON} />, current: at(paths.map) },
    invoices: {
      to: paths.invoices,
      title: 'Счета',
      icon: <IconFileInvoice {...ICON} />,
      current: at(paths.invoices, paths.payment(1), paths.payment(2)),
    },
    distribute: {
      to: paths.distribute,
      title: 'Распределение',
      icon: <IconCoins {...ICON} />,
      current: at(paths.distribute),
    },
    statement: {
      to: paths.statement,
      title: 'Выписка по счёту',
      icon: <IconReceipt {...ICON} />,
      current: at(paths.statement),
    },
    summary: {
      to: paths.transactions,
      title: 'Сводные отчеты',
      icon: <IconChartBar {...ICON} />,
      current: at(paths.transactions),
    },
    documents: {
      to: paths.documents,
      title: 'Документы',
      icon: <IconFileText {...ICON} />,
      current: at(paths.documents),
    },
    colleagues: {
      to: paths.permissions,
      title: 'Доступ',
      icon: <IconUserShield {...ICON} />,
      current: at(paths.permissions),
    },
    keys: {
      to: paths.keys,
      title: 'Ключи',
      icon: <IconKey {...ICON} />,
      current: at(paths.keys),
    },
    exchange: {
      to: paths.exchange,
      title: '1С и программы',
      icon: <IconApi {...ICON} />,
      current: at(paths.exchange),
    },
    audit: {
      to: paths.audit,
      title: 'Журнал действий',
      icon: <IconHistory {...ICON} />,
      current: at(paths.audit),
    },
    mailings: {
      to: paths.mailings,
      title: 'Рассылка отчётов',
      icon: <IconMailForward {...ICON} />,
      current: at(paths.mailings),
    },
    webhooks: {
      to: paths.webhooks,
      title: 'Вебхуки',
      icon: <IconWebhook {...ICON} />,
      current: at(paths.webhooks),
    },
    notices: {
      to: paths.notices,
      title: 'Уведомления',
      icon: <IconBell {...ICON} />,
      current: at(paths.notices, paths.noticeChoices),
    },
    news: {
      to: paths.cabinetNews,
      title: 'Новости',
      icon: <IconNews {...ICON} />,
      current: at(paths.cabinetNews),
    },
  } satisfies Record<string, NavItem>;
}

/** Returns the signed-in user by name, or by phone if no name was given. */
export function toPerson({ profile }: StoredSession): Person {
  const names = [profile?.firstname, profile?.lastname].filter((name) => name != null && name !== '');
  return {
    name: names.join(' ') || (profile?.masked_phone ?? ''),
    initials: names.map((name) => name?.[0]?.toUpperCase()).join('') || '№',
    note: profile?.company?.title,
  };
}

type PersonActionsInput = {
  isStaff: boolean;
  onConsent: () => void;
  onColours: () => void;
  onSignOut: () => void;
};

/** Returns the actions of the user on their own session and settings. */
export function personActions({
  isStaff,
  onConsent,
  onColours,
  onSignOut,
}: PersonActionsInput): MenuAction[] {
  return [
    ...(isStaff
      ? [{ key: 'staff', label: 'Служебный раздел', icon: <IconBuildingStore {...ICON} />, to: paths.staff }]
      : []),
    {
      key: 'consent',
      label: 'Персональные данные',
      icon: <IconUserCheck {...ICON} />,
      onSelect: onConsent,
    },
    { key: 'me', label: 'Мои данные', icon: <IconUserCircle {...ICON} />, to: paths.me },
    { key: 'notices', label: 'Настроить уведомления', icon: <IconBell {...ICON} />, to: paths.noticeChoices },
    { key: 'security', label: 'Безопасность', icon: <IconShieldLock {...ICON} />, to: paths.security },
    { key: 'colours', label: 'Оформление', icon: <IconSunMoon {...ICON} />, onSelect: onColours },
    { key: 'sign-out', label: 'Выйти', icon: <IconLogout {...ICON} />, onSelect: onSignOut },
  ];
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
