import { useNetworkColours } from '../../state/use-network-colours.ts';
import { useState, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { useRole, useSession } from '../../server/session.ts';
import { recheckProfile } from '../../state/refresh-profile.ts';
import { useOperator } from '../../state/use-operator.ts';
import { BlockBanner } from '../../features/cabinet/frame/BlockBanner.tsx';
import { ColourSchemeModal } from '../../features/cabinet/frame/ColourSchemeModal.tsx';
import { HolidayNotice } from '../../features/cabinet/frame/HolidayNotice.tsx';
import { MaintenanceBanner } from '../../features/cabinet/frame/MaintenanceBanner.tsx';
import { useMaintenanceNotice } from '../../features/cabinet/frame/use-maintenance-notice.ts';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { ConsentBanner } from '../../features/account/consents/ConsentBanner.tsx';
import { useConsentPlace } from '../../features/account/consents/use-consent-place.ts';
import { PersonalDataModal } from '../../features/account/consents/PersonalDataModal.tsx';
import { OwnInvitations } from '../../features/account/invitations/OwnInvitations.tsx';
import { FactorBanner } from '../../features/account/second-factor/FactorBanner.tsx';
import { useUnread } from '../../features/account/notices/use-unread.ts';
import { BalancePanel } from '../../features/cabinet/money/BalancePanel.tsx';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../paths.ts';
import { listContacts } from '../../public-documents.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { barPlaces, isPlace, personActions, toPerson, listPlaces } from './cabinet-places.tsx';
import { CabinetWidgets } from './CabinetWidgets.tsx';
import type { Card } from '../../cards/describe-card.ts';
import { StatusModal } from '../../features/cabinet/card-status/StatusModal.tsx';
import { CommandPalette } from '../../features/cabinet/search/CommandPalette.tsx';
import type { Offered } from '../../features/cabinet/search/find-entries.ts';
import { usePaletteKeys } from '../../features/cabinet/search/use-palette-keys.ts';
import type { NavGroup, NavItem } from '../../layouts/NavEntry.tsx';
import type { MenuAction } from '../../ui/layers/ActionMenu.tsx';
import { IconAlertTriangle, IconHandStop, IconListCheck, IconRoute } from '@tabler/icons-react';

type Props = {
  title: string;
  /** The page has the heading itself and reaches the edges: the map. */
  bleed?: boolean;
  /** Nothing is read yet: the terms may close the cabinet. */
  checking?: boolean;
  children: ReactNode;
};

/** The cabinet around a page: its places, the user, the money beside it, the notices above it. */
export function CabinetFrame({ title, bleed = false, checking = false, children }: Props) {
  const { pathname } = useLocation();
  const operator = useOperator();
  const session = useSession();
  const role = useRole();
  const [opened, setOpened] = useState<'search' | 'sign-out' | 'colours' | 'consent' | null>(null);
  const wide = useMedia('(min-width: 1100px)');
  const company = session.profile?.company;
  const list = isPlace(pathname, paths.cabinet);
  const blocked = Boolean(company?.client?.block);
  const order = can(role, 'orderCards') && !blocked && !isPlace(pathname, paths.create);
  const consent = useConsentPlace(pathname, !checking);
  const works = useMaintenanceNotice(pathname, !checking);
  const unread = useUnread(!checking);
  const groups = listPlaces(pathname, role, unread);
  const own = personActions({
    isStaff: session.profile?.is_staff ?? false,
    onConsent: () => setOpened('consent'),
    onColours: () => setOpened('colours'),
    onSignOut: () => setOpened('sign-out'),
  });
  useDocumentTitle(title, operator.name);
  useNetworkColours();

  return (
    <CabinetLayout
      operatorName={operator.name}
      groups={groups}
      bar={barPlaces(pathname)}
      person={toPerson(session)}
      personActions={own}
      onSearch={() => setOpened('search')}
      title={bleed ? undefined : title}
      note={[nameOtherPlace(groups, title), company?.title].filter(Boolean).join(' · ')}
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
          <BlockBanner />
          {session.profile?.asks_factor && !isPlace(pathname, paths.security) && <FactorBanner />}
          {works?.place === 'over' && <MaintenanceBanner notice={works} />}
          {consent === 'over' && <ConsentBanner onOpen={() => setOpened('consent')} />}
        </>
      }
      late={
        <>
          {!checking && <OwnInvitations onAccepted={async () => void (await recheckProfile())} />}
          {works?.place === 'under' && <MaintenanceBanner notice={works} />}
          {consent === 'under' && <ConsentBanner onOpen={() => setOpened('consent')} />}
        </>
      }
      balance={
        company && (list || (wide && BESIDE_MONEY.test(pathname))) ? (
          <BalancePanel companyId={company.id} waits={checking} />
        ) : undefined
      }
      contacts={listContacts(operator)}
      widgets={
        company && !checking && (list || isPlace(pathname, paths.cabinetNews)) ? (
          <CabinetWidgets />
        ) : undefined
      }
    >
      {children}
      <CabinetSearch
        opened={opened === 'search'}
        onOpen={() => setOpened('search')}
        onClose={() => setOpened(null)}
        groups={groups}
        personActions={own}
      />
      <HolidayNotice />
      <SignOutModal opened={opened === 'sign-out'} onClose={() => setOpened(null)} />
      <PersonalDataModal opened={opened === 'consent'} onClose={() => setOpened(null)} />
      <ColourSchemeModal opened={opened === 'colours'} onClose={() => setOpened(null)} />
    </CabinetLayout>
  );
}

/** The place of the sidebar that the page belongs to, unless the page's title names it anyhow. */
function nameOtherPlace(groups: ReturnType<typeof listPlaces>, title: string): string | undefined {
  const place = groups.flatMap(({ items }) => items).find(({ current }) => current)?.title;
  return place && title.toLowerCase().includes(place.toLowerCase()) ? undefined : place;
}

/** Pages where users decide about money show the balances beside them if there is room. A list has its own figures. */
const BESIDE_MONEY = /^\/cabinet\/(card|card-pay(ment|out)\/.*|payment\/.*|distribute|services|news)\/?$/;

type CabinetSearchProps = {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  groups: readonly NavGroup[];
  personActions: readonly MenuAction[];
};

/** The search over every page of the cabinet: it offers the places of the sidebar and the person's own actions too. */
function CabinetSearch({ opened, onOpen, onClose, groups, personActions }: CabinetSearchProps) {
  const navigate = useNavigate();
  const [changed, setChanged] = useState<Card | null>(null);
  const went = useRef(false);
  usePaletteKeys(onOpen);

  // A user who has gone to another page continues there, not where the search was opened.
  useEffect(() => {
    if (opened || !went.current) return;
    went.current = false;
    const page = document.getElementById('content');
    if (page && !page.contains(document.activeElement)) page.focus();
  }, [opened]);

  return (
    <>
      {opened && (
        <CommandPalette
          places={placesOffered(groups)}
          own={personActions.map(ownAction)}
          onGo={(to) => {
            went.current = true;
            void navigate(to);
          }}
          onChangeStatus={setChanged}
          onClose={onClose}
        />
      )}
      <StatusModal card={changed} onClose={() => setChanged(null)} />
    </>
  );
}

function placesOffered(groups: readonly NavGroup[]): Offered[] {
  return [...groups.flatMap(({ items }) => items), ...besidePlaces()].map(({ to, title, icon }) => ({
    entry: { key: `place:${to}`, kind: 'place', title, icon, to },
    words: PLACE_KEYWORDS[to] ?? '',
  }));
}

function ownAction({ key, label, icon, to, onSelect }: MenuAction): Offered {
  const does = to === undefined ? { run: onSelect } : { to };
  return {
    entry: { key, kind: 'action', title: label, icon, ...does },
    words: OWN_ACTION_KEYWORDS[key] ?? '',
  };
}

/** Other names of the places. */
const PLACE_KEYWORDS: Readonly<Record<string, string>> = {
  [paths.cabinet]: 'мои главная баланс',
  [paths.cardTransactions()]: 'транзакции заправки',
  [paths.map]: 'карта азс заправки станции маршрут',
  [paths.distribute]: 'распределить деньги по сетям',
  [paths.statement]: 'акт сверки движения',
  [paths.transactions]: 'сводный отчёт расход топлива',
  [paths.documents]: 'упд закрывающие',
  [paths.permissions]: 'сотрудники права роли',
  [paths.fuelPlans]: 'рейс поездка дорога где заправиться план маршрут',
  [paths.signals]: 'сигналы подозрительные заправки потери слив воровство',
  [paths.exceptions]: 'исключения разрешить заправку',
  [paths.manyRules]: 'массово несколько карт набор правил профиль шаблон группы',
};

const OWN_ACTION_KEYWORDS: Readonly<Record<string, string>> = {
  colours: 'тема тёмная светлая',
  consent: 'согласие',
  'sign-out': 'выход из кабинета',
};

/** Tabs beside a place of the sidebar: the search finds them by their own names. */
function besidePlaces(): NavItem[] {
  return [
    { to: paths.fuelPlans, title: 'Планы заправок', icon: <IconRoute {...ICON} />, current: false },
    { to: paths.signals, title: 'Что не так', icon: <IconAlertTriangle {...ICON} />, current: false },
    { to: paths.signalRules, title: 'Правила проверки', icon: <IconListCheck {...ICON} />, current: false },
    { to: paths.manyRules, title: 'Дать правила многим', icon: <IconListCheck {...ICON} />, current: false },
    { to: paths.exceptions, title: 'Просьбы водителей', icon: <IconHandStop {...ICON} />, current: false },
  ];
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
