import { useNetworkColours } from '../../state/use-network-colours.ts';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { useRole, useSession } from '../../server/session.ts';
import { recheckProfile } from '../../state/refresh-profile.ts';
import { useOperator } from '../../state/use-operator.ts';
import { BlockBanner } from '../../features/cabinet/frame/BlockBanner.tsx';
import { HolidayNotice } from '../../features/cabinet/frame/HolidayNotice.tsx';
import { MaintenanceBanner } from '../../features/cabinet/frame/MaintenanceBanner.tsx';
import { useMaintenanceNotice } from '../../features/cabinet/frame/use-maintenance-notice.ts';
import { SignOutModal } from '../../features/cabinet/frame/SignOutModal.tsx';
import { ConsentBanner } from '../../features/account/consents/ConsentBanner.tsx';
import { useConsentPlace } from '../../features/account/consents/use-consent-place.ts';
import { lazyDialog } from '../../ui/layers/lazy-dialog.tsx';
import { OwnInvitations } from '../../features/account/invitations/OwnInvitations.tsx';
import { FactorBanner } from '../../features/account/second-factor/FactorBanner.tsx';
import { useUnread } from '../../features/account/notices/use-unread.ts';
import { BalancePanel } from '../../features/cabinet/money/BalancePanel.tsx';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../paths.ts';
import { startFurtherOrder } from '../../state/order-draft.ts';
import { listContacts } from '../../public-documents.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { listPlaces, toBar, toMenu } from './cabinet-places.tsx';
import { CabinetSearch } from './CabinetSearch.tsx';
import { CabinetWidgets } from './CabinetWidgets.tsx';
import { personActions, toPerson } from './person-actions.tsx';
import { useWaitingCounts } from './use-waiting-counts.ts';
import { findCurrentPlace, listTabs, type CurrentPlace } from '../../layouts/find-place.ts';
import { IconPlus, IconUserShield } from '@tabler/icons-react';
import styles from './CabinetFrame.module.css';

const ColourSchemeModal = lazyDialog(
  async () => (await import('../../features/cabinet/frame/ColourSchemeModal.tsx')).ColourSchemeModal,
  ({ opened }) => opened,
);
const CompaniesModal = lazyDialog(
  async () => (await import('../../features/account/companies/CompaniesModal.tsx')).CompaniesModal,
  ({ opened }) => opened,
);
const PersonalDataModal = lazyDialog(
  async () => (await import('../../features/account/consents/PersonalDataModal.tsx')).PersonalDataModal,
  ({ opened }) => opened,
);

type Props = {
  title: string;
  /** The page has the heading itself and reaches the edges: the map. */
  bleed?: boolean;
  /** Nothing is read yet: the terms may close the cabinet. */
  checking?: boolean;
  children: ReactNode;
};

/** The frame of the cabinet around a page: its menu, the user, the money beside it, the notices above it. */
export function CabinetFrame({ title, bleed = false, checking = false, children }: Props) {
  const location = useLocation();
  const { pathname } = location;
  const operator = useOperator();
  const session = useSession();
  const role = useRole();
  const [opened, setOpened] = useState<'search' | 'sign-out' | 'colours' | 'companies' | 'consent' | null>(
    null,
  );
  const wide = useMedia('(min-width: 1100px)');
  const company = session.profile?.company;
  const list = isPlace(pathname, paths.cabinet);
  const blocked = Boolean(company?.client?.block);
  const order = can(role, 'orderCards') && !blocked && !isPlace(pathname, paths.create);
  const consent = useConsentPlace(pathname, !checking);
  const works = useMaintenanceNotice(pathname, !checking);
  const unread = useUnread(!checking);
  const places = listPlaces(role, useWaitingCounts(!checking), session.profile?.companies ?? 0);
  const here = findCurrentPlace(places, location);
  const navigate = useNavigate();
  const canAdd = can(role, 'orderCards') && !blocked;
  const addCompany = () => {
    startFurtherOrder();
    void navigate(paths.order('enter', '1'));
  };
  const own = personActions({
    isStaff: session.profile?.is_staff ?? false,
    companies: session.profile?.companies ?? 0,
    unread,
    onCompanies: () => setOpened('companies'),
    onAddCompany: canAdd ? addCompany : null,
    onConsent: () => setOpened('consent'),
    onColours: () => setOpened('colours'),
    onSignOut: () => setOpened('sign-out'),
  });
  const heading = useDocumentTitle(title, operator.name);
  useNetworkColours();

  return (
    <CabinetLayout
      operatorName={operator.name}
      printedOwner={company?.title ?? operator.name}
      groups={toMenu(places, here)}
      bar={toBar(places, here)}
      person={toPerson(session)}
      personActions={own}
      unread={unread}
      onSearch={() => setOpened('search')}
      title={bleed ? undefined : heading}
      company={
        company && (session.profile?.companies ?? 0) > 1
          ? { title: company.title, onPress: () => setOpened('companies') }
          : undefined
      }
      back={findWayBack(here, pathname)}
      tabs={listTabs(here)}
      links={
        <>
          {can(role, 'assignRoles') && !isPlace(pathname, paths.permissions) && (
            <HeaderLink to={paths.permissions} icon={<IconUserShield aria-hidden="true" stroke={1.75} />}>
              Доступ
            </HeaderLink>
          )}
          {order && (
            <HeaderLink to={paths.create} icon={<IconPlus aria-hidden="true" stroke={1.75} />}>
              Заказать карту
            </HeaderLink>
          )}
        </>
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
        company && (list || (wide && PAGES_WITH_BALANCE.test(pathname))) ? (
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
        places={places}
        personActions={own}
      />
      <HolidayNotice />
      <SignOutModal opened={opened === 'sign-out'} onClose={() => setOpened(null)} />
      <PersonalDataModal opened={opened === 'consent'} onClose={() => setOpened(null)} />
      <ColourSchemeModal opened={opened === 'colours'} onClose={() => setOpened(null)} />
      <CompaniesModal
        opened={opened === 'companies'}
        onClose={() => setOpened(null)}
        onAdd={canAdd ? addCompany : null}
      />
    </CabinetLayout>
  );
}

/** A small link at the right of the title: words on a desk, an icon on a phone. */
function HeaderLink({ to, icon, children }: { to: string; icon: ReactNode; children: string }) {
  return (
    <ButtonLink to={to} variant="quiet" size="small" icon={icon} className={styles.link}>
      <span className={styles.word}>{children}</span>
    </ButtonLink>
  );
}

/** The root leads a user of the cabinet to the cards (spec section 2). A page that the specification knows nothing of leads to its list. */
function findWayBack(
  { place, isDetail }: CurrentPlace,
  pathname: string,
): { to: string; label: string } | undefined {
  if (!isDetail) return undefined;
  if (isPlace(pathname, paths.fleet)) return { to: paths.fleet, label: 'Назад, к машинам' };
  if (isPlace(pathname, paths.fuelPlans)) return { to: paths.fuelPlans, label: 'Назад, к планам' };
  return place ? { to: paths.landing, label: 'На главную' } : undefined;
}

function isPlace(pathname: string, place: string): boolean {
  return pathname.replace(/\/$/, '') === place;
}

/** Pages where users decide about money show the balances beside them if there is room. A list has its own figures. */
const PAGES_WITH_BALANCE =
  /^\/cabinet\/(card|card-pay(ment|out)\/.*|payment\/.*|distribute|services|news)\/?$/;
