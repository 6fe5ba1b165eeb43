import {
  IconArrowsExchange,
  IconBuildingStore,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconFileInvoice,
  IconFileText,
  IconGasStation,
  IconLogout,
  IconNews,
  IconReceipt,
  IconSteeringWheel,
  IconSunMoon,
  IconUserCheck,
  IconUserShield,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { can } from '#contract/access.ts';
import { hasFuelAccess, isKnown, useRole, useSession } from '../../server/session.ts';
import { useOperator } from '../../state/use-operator.ts';
import { ColourSchemeModal } from '../../features/cabinet/ColourSchemeModal.tsx';
import { MaintenanceBanner } from '../../features/cabinet/MaintenanceBanner.tsx';
import { useMaintenanceNotice } from '../../features/cabinet/use-maintenance-notice.ts';
import { SignOutModal } from '../../features/cabinet/SignOutModal.tsx';
import { ConsentBanner } from '../../features/consents/ConsentBanner.tsx';
import { useConsentPlace } from '../../features/consents/use-consent-place.ts';
import { PersonalDataModal } from '../../features/consents/PersonalDataModal.tsx';
import { BalancePanel } from '../../features/money/BalancePanel.tsx';
import { useTerms } from '../../features/terms/use-terms.ts';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import type { NavItem } from '../../layouts/NavEntry.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../paths.ts';
import { PUBLIC_DOCUMENTS } from '../../public-documents.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CardSkeleton } from '../../ui/Skeleton.tsx';
import { cabinetTitle } from './cabinet-title.ts';
import { CabinetWidgets } from './CabinetWidgets.tsx';
import { TermsGate } from './TermsGate.tsx';

/** The frame of every page of the cabinet (spec section 2, "Cabinet"). */
export default function CabinetShell() {
  const session = useSession();
  const role = useRole();
  const entered = isKnown(session) && hasFuelAccess(session) && role !== 'none';
  const terms = useTerms(entered);
  // A user without access is already being redirected by the profile's gate.
  if (!entered) return null;
  return terms.state === 'closed' ? (
    <TermsGate terms={terms.terms} />
  ) : (
    <Cabinet checking={terms.state === 'checking'} />
  );
}

function Cabinet({ checking }: { checking: boolean }) {
  const { pathname } = useLocation();
  const operator = useOperator();
  const session = useSession();
  const role = useRole();
  const [opened, setOpened] = useState<'sign-out' | 'colours' | 'consent' | null>(null);
  const wide = useMedia('(min-width: 1100px)');
  const title = cabinetTitle(pathname);
  const company = session.profile?.company;
  const list = isPlace(pathname, paths.cabinet);
  const order = can(role, 'orderCards') && !isPlace(pathname, paths.create);
  const consent = useConsentPlace(pathname, !checking);
  const works = useMaintenanceNotice(pathname, !checking);
  useDocumentTitle(title, operator.name);

  return (
    <CabinetLayout
      operatorName={operator.name}
      nav={navItems(pathname)}
      more={moreActions({
        admin: can(role, 'assignRoles'),
        moves: can(role, 'moveMoney'),
        staff: session.profile?.is_staff ?? false,
        onConsent: () => setOpened('consent'),
        onColours: () => setOpened('colours'),
        onSignOut: () => setOpened('sign-out'),
      })}
      title={title}
      note={company?.title}
      back={{ to: paths.landing, label: 'На главную' }}
      links={
        <>
          {can(role, 'assignRoles') && !isPlace(pathname, paths.permissions) && (
            <ButtonLink to={paths.permissions} variant="quiet" size={wide ? 'medium' : 'small'}>
              Доступ
            </ButtonLink>
          )}
          {/* On other pages than the list the primary action is the page's own. */}
          {order && !list && (
            <ButtonLink to={paths.create} variant="quiet" size={wide ? 'medium' : 'small'}>
              Заказать карту
            </ButtonLink>
          )}
        </>
      }
      action={
        order && list ? (
          <ButtonLink to={paths.create} variant="primary">
            Заказать карту
          </ButtonLink>
        ) : undefined
      }
      banner={
        <>
          {works?.place === 'over' && <MaintenanceBanner notice={works} />}
          {consent === 'over' && <ConsentBanner onOpen={() => setOpened('consent')} />}
        </>
      }
      late={
        <>
          {works?.place === 'under' && <MaintenanceBanner notice={works} />}
          {consent === 'under' && <ConsentBanner onOpen={() => setOpened('consent')} />}
        </>
      }
      balance={
        company && (list || (wide && BESIDE_MONEY.some((place) => pathname.startsWith(place)))) ? (
          <BalancePanel companyId={company.id} waits={checking} />
        ) : undefined
      }
      contacts={{ ...operator, documents: PUBLIC_DOCUMENTS }}
      widgets={
        company && !checking && (list || isPlace(pathname, paths.cabinetNews)) ? (
          <CabinetWidgets />
        ) : undefined
      }
    >
      {checking ? <CardSkeleton count={2} /> : <Outlet />}
      <SignOutModal opened={opened === 'sign-out'} onClose={() => setOpened(null)} />
      <PersonalDataModal opened={opened === 'consent'} onClose={() => setOpened(null)} />
      <ColourSchemeModal opened={opened === 'colours'} onClose={() => setOpened(null)} />
    </CabinetLayout>
  );
}

/** Pages where people decide about money show the balances beside them if there is room. */
const BESIDE_MONEY = [
  '/cabinet/card',
  '/cabinet/payment',
  '/cabinet/distribute',
  '/cabinet/services',
  '/cabinet/news',
];

function isPlace(pathname: string, place: string): boolean {
  return pathname.replace(/\/$/, '') === place;
}

function navItems(pathname: string): NavItem[] {
  const at = (...places: string[]) => places.some((place) => isPlace(pathname, place));
  return [
    {
      to: paths.cabinet,
      title: 'Карты',
      icon: <IconCreditCard {...ICON} />,
      current:
        at(paths.cabinet, paths.create, '/cabinet/card', '/cabinet/services', '/cabinet/card-request') ||
        /^\/cabinet\/card-pay(ment|out)\//.test(pathname),
    },
    {
      to: paths.cardTransactions(),
      title: 'Операции',
      icon: <IconArrowsExchange {...ICON} />,
      current: at(paths.cardTransactions(), paths.transactions),
    },
    {
      to: paths.invoices,
      title: 'Счета',
      icon: <IconFileInvoice {...ICON} />,
      current: at(paths.invoices, paths.payment(1), paths.payment(2)),
    },
    {
      to: paths.documents,
      title: 'Документы',
      icon: <IconFileText {...ICON} />,
      current: at(paths.documents),
    },
    { to: paths.map, title: 'АЗС', icon: <IconGasStation {...ICON} />, current: false },
  ];
}

type MoreSaid = {
  admin: boolean;
  moves: boolean;
  staff: boolean;
  onConsent: () => void;
  onColours: () => void;
  onSignOut: () => void;
};

function moreActions({ admin, moves, staff, onConsent, onColours, onSignOut }: MoreSaid): MenuAction[] {
  return [
    {
      key: 'distribute',
      label: 'Распределение',
      icon: <IconCoins {...ICON} />,
      to: paths.distribute,
      disabledReason: moves ? null : 'Специалист только смотрит',
    },
    { key: 'reports', label: 'Сводные отчеты', icon: <IconChartBar {...ICON} />, to: paths.transactions },
    { key: 'statement', label: 'Акт сверки', icon: <IconReceipt {...ICON} />, to: paths.statement },
    { key: 'drivers', label: 'Водители', icon: <IconSteeringWheel {...ICON} />, to: paths.drivers() },
    ...(admin
      ? [{ key: 'permissions', label: 'Доступ', icon: <IconUserShield {...ICON} />, to: paths.permissions }]
      : []),
    { key: 'news', label: 'Новости', icon: <IconNews {...ICON} />, to: paths.cabinetNews },
    ...(staff
      ? [{ key: 'staff', label: 'Служебный раздел', icon: <IconBuildingStore {...ICON} />, to: paths.staff }]
      : []),
    {
      key: 'consent',
      label: 'Персональные данные',
      icon: <IconUserCheck {...ICON} />,
      onSelect: onConsent,
    },
    { key: 'colours', label: 'Оформление', icon: <IconSunMoon {...ICON} />, onSelect: onColours },
    { key: 'sign-out', label: 'Выйти', icon: <IconLogout {...ICON} />, onSelect: onSignOut },
  ];
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
