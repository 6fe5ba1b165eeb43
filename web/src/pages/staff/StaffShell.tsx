import { IconBell, IconCreditCard, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { countQueues } from '#contract/backoffice/queues.ts';
import { STAFF_ROLE_TITLE } from '#contract/staff-access.ts';
import { hasFuelAccess, useSession } from '../../server/session.ts';
import { useStayWhileActive } from '../../state/use-stay-while-active.ts';
import { useRead } from '../../state/use-call.ts';
import { useOperator } from '../../state/use-operator.ts';
import { useUnread } from '../../features/account/notices/use-unread.ts';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { usePaletteKeys } from '../../features/cabinet/search/use-palette-keys.ts';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import { findCurrentPlace, listTabs, type CurrentPlace } from '../../layouts/find-place.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { paths } from '../../paths.ts';
import { toPerson } from '../cabinet/person-actions.tsx';
import type { MenuAction } from '../../ui/layers/ActionMenu.tsx';
import { Announcer } from '../../ui/layers/Announcer.tsx';
import { offerMenuAction, offerPlaces } from '../offer-places.ts';
import { StaffPalette } from './StaffPalette.tsx';
import { listStaffPlaces, staffHeading, toStaffBar, toStaffMenu } from './staff-places.tsx';

const REFRESH_MS = 30_000;
const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;

/** The staff's pages: requests to approve, statements to load, payments that could not be placed. */
export default function StaffShell() {
  const location = useLocation();
  const operator = useOperator();
  const session = useSession();
  const [opened, setOpened] = useState<'search' | 'sign-out' | null>(null);
  const queues = useRead(countQueues, {}, { refetchMs: REFRESH_MS });
  const places = listStaffPlaces(queues.data?.data ?? {});
  const here = findCurrentPlace(places, location);
  const heading = useDocumentTitle(staffHeading(location.pathname.replace(/\/$/, '')), operator.name);
  const unread = useUnread(true);
  const own = listOwnActions({
    hasCabinet: hasFuelAccess(session),
    unread,
    onSignOut: () => setOpened('sign-out'),
  });
  useStayWhileActive();
  usePaletteKeys(() => setOpened('search'));

  return (
    <CabinetLayout
      operatorName={operator.name}
      printedOwner={operator.name}
      home={{ to: paths.staff, label: 'заявки на карты' }}
      title={heading}
      back={findWayBack(here)}
      tabs={listTabs(here)}
      groups={toStaffMenu(places, here)}
      bar={toStaffBar(places, here)}
      person={{
        ...toPerson(session),
        note: session.profile?.staff_role
          ? STAFF_ROLE_TITLE[session.profile.staff_role]
          : 'Сотрудник программы',
      }}
      personActions={own}
      unread={unread}
      onSearch={() => setOpened('search')}
    >
      <Outlet />
      <Announcer />
      {opened === 'search' && (
        <StaffPalette
          places={offerPlaces(places)}
          own={own.map(offerMenuAction)}
          onClose={() => setOpened((layer) => (layer === 'search' ? null : layer))}
        />
      )}
      <SignOutModal opened={opened === 'sign-out'} onClose={() => setOpened(null)} />
    </CabinetLayout>
  );
}

/** A client leads to all clients, a request to all requests, an invoice of a network to those of all networks. */
function findWayBack({ place, address, isDetail }: CurrentPlace): { to: string; label: string } | undefined {
  const list = place?.tabs.find(({ to }) => address.startsWith(`${to}/`)) ?? place?.tabs[0];
  return isDetail && list ? { to: list.to, label: `Назад: ${list.title}` } : undefined;
}

type OwnActionsInput = { hasCabinet: boolean; unread: number; onSignOut: () => void };

function listOwnActions({ hasCabinet, unread, onSignOut }: OwnActionsInput): MenuAction[] {
  return [
    ...(hasCabinet
      ? [{ key: 'cabinet', label: 'Личный кабинет', icon: <IconCreditCard {...ICON} />, to: paths.cabinet }]
      : []),
    {
      key: 'notices',
      label: 'Уведомления',
      icon: <IconBell {...ICON} />,
      to: paths.staffNotices,
      waiting: unread,
    },
    { key: 'security', label: 'Безопасность', icon: <IconShieldLock {...ICON} />, to: paths.staffSecurity },
    { key: 'exit', label: 'Выйти', icon: <IconLogout {...ICON} />, onSelect: onSignOut },
  ];
}
