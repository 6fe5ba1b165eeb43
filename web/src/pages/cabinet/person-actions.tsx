import {
  IconBell,
  IconBuildingStore,
  IconLogout,
  IconNews,
  IconShieldLock,
  IconSunMoon,
  IconBuildingPlus,
  IconSwitchHorizontal,
  IconUserCheck,
  IconUserCircle,
} from '@tabler/icons-react';
import type { Person } from '../../layouts/NavEntry.tsx';
import { paths } from '../../paths.ts';
import type { StoredSession } from '../../server/session.ts';
import type { MenuAction } from '../../ui/layers/ActionMenu.tsx';

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

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
  /** Number of companies that the user acts for. */
  companies: number;
  unread: number;
  onCompanies: () => void;
  /** Null for a role that may not order. */
  onAddCompany: (() => void) | null;
  onConsent: () => void;
  onColours: () => void;
  onSignOut: () => void;
};

/** Returns the actions of the user on their own session and settings. */
export function personActions(input: PersonActionsInput): MenuAction[] {
  const { isStaff, companies, unread, onCompanies, onAddCompany, onConsent, onColours, onSignOut } = input;
  return [
    ...(isStaff
      ? [{ key: 'staff', label: 'Служебный раздел', icon: <IconBuildingStore {...ICON} />, to: paths.staff }]
      : []),
    ...(companies > 1
      ? [
          {
            key: 'companies',
            label: 'Перейти в компанию',
            icon: <IconSwitchHorizontal {...ICON} />,
            onSelect: onCompanies,
          },
        ]
      : []),
    { key: 'me', label: 'Мои данные', icon: <IconUserCircle {...ICON} />, to: paths.me },
    {
      key: 'notices',
      label: 'Уведомления',
      icon: <IconBell {...ICON} />,
      to: paths.notices,
      waiting: unread,
    },
    { key: 'security', label: 'Безопасность', icon: <IconShieldLock {...ICON} />, to: paths.security },
    // The text of the consent says that it is withdrawn here.
    {
      key: 'consent',
      label: 'Согласия',
      icon: <IconUserCheck {...ICON} />,
      onSelect: onConsent,
    },
    { key: 'colours', label: 'Оформление', icon: <IconSunMoon {...ICON} />, onSelect: onColours },
    { key: 'news', label: 'Новости', icon: <IconNews {...ICON} />, to: paths.cabinetNews },
    // A user of several companies finds it below them.
    ...(companies === 1 && onAddCompany
      ? [
          {
            key: 'add-company',
            label: 'Добавить компанию',
            icon: <IconBuildingPlus {...ICON} />,
            onSelect: onAddCompany,
          },
        ]
      : []),
    { key: 'sign-out', label: 'Выйти', icon: <IconLogout {...ICON} />, onSelect: onSignOut },
  ];
}
