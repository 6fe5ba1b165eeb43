import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { PageAddress } from '#contract/pages.ts';
import { AppShell } from './pages/AppShell.tsx';
import { CrashPage } from './pages/CrashPage.tsx';
import { LeaveForLanding } from './pages/LeaveForLanding.tsx';

/** The whole site map, in the order of spec section 2. Each page is loaded when it is opened. */
export const routes: RouteObject[] = [
  exactly({
    element: <AppShell />,
    errorElement: <CrashPage />,
    // There is nothing to show until the first page's code has loaded.
    hydrateFallbackElement: <></>,
    children: [
      // The landing page is a separate document, made at build time (landing-document.tsx).
      { path: '/', element: <LeaveForLanding /> },
      at('/login-driver', () => import('./pages/LoginPage.tsx')),
      at('/permissions-denied', () => import('./pages/PermissionsDeniedPage.tsx')),
      at('/maintenance', () => import('./pages/MaintenancePage.tsx')),
      at('/map', () => import('./pages/MapPage.tsx')),
      at('/news', () => import('./pages/NewsPage.tsx')),
      at('/developers', () => import('./pages/DevelopersPage.tsx')),
      at('/lost-phone', () => import('./pages/LostPhonePage.tsx')),
      at('/confirm-mail', () => import('./pages/ConfirmMailPage.tsx')),
      at('/unsubscribe', () => import('./pages/UnsubscribePage.tsx')),
      at('/mailing', () => import('./pages/MailingPage.tsx')),
      ...(['create', 'enter'] as const).flatMap((variant) => [
        at(`/${variant}/1`, () => import('./pages/wizard/QuantitiesPage.tsx')),
        at(`/${variant}/2`, () => import('./pages/wizard/ConfirmPage.tsx')),
        at(`/${variant}/order`, () => import('./pages/wizard/CreatedPage.tsx')),
      ]),
      {
        ...at('/cabinet', () => import('./pages/cabinet/CabinetShell.tsx')),
        children: [
          { index: true, lazy: page(() => import('./pages/cabinet/CardsPage.tsx')) },
          at('/cabinet/card', () => import('./pages/cabinet/CardPage.tsx')),
          at('/cabinet/card-transactions', () => import('./pages/cabinet/CardTransactionsPage.tsx')),
          at('/cabinet/card-request', () => import('./pages/cabinet/CardRequestPage.tsx')),
          at('/cabinet/services', () => import('./pages/cabinet/ServicesPage.tsx')),
          at('/cabinet/drivers', () => import('./pages/cabinet/DriversPage.tsx')),
          at('/cabinet/fleet', () => import('./pages/cabinet/FleetPage.tsx')),
          bothSteps('/cabinet/card-payment', () => import('./pages/cabinet/CardPaymentPage.tsx')),
          bothSteps('/cabinet/card-payout', () => import('./pages/cabinet/CardPayoutPage.tsx')),
          bothSteps('/cabinet/cards-payment', () => import('./pages/cabinet/CardsPaymentPage.tsx')),
          bothSteps('/cabinet/cards-payout', () => import('./pages/cabinet/CardsPayoutPage.tsx')),
          bothSteps('/cabinet/payment', () => import('./pages/cabinet/PaymentPage.tsx')),
          at('/cabinet/distribute', () => import('./pages/cabinet/DistributePage.tsx')),
          at('/cabinet/transactions', () => import('./pages/cabinet/TransactionsPage.tsx')),
          at('/cabinet/documents', () => import('./pages/cabinet/DocumentsPage.tsx')),
          at('/cabinet/invoices-issued', () => import('./pages/cabinet/InvoicesPage.tsx')),
          at('/cabinet/statement', () => import('./pages/cabinet/StatementPage.tsx')),
          at('/cabinet/create', () => import('./pages/cabinet/CreatePage.tsx')),
          at('/cabinet/permissions', () => import('./pages/cabinet/PermissionsPage.tsx')),
          at('/cabinet/news', () => import('./pages/cabinet/CabinetNewsPage.tsx')),
          at('/cabinet/audit', () => import('./pages/cabinet/CompanyAuditPage.tsx')),
          at('/cabinet/keys', () => import('./pages/cabinet/KeysPage.tsx')),
          at('/cabinet/mailings', () => import('./pages/cabinet/MailingsPage.tsx')),
          at('/cabinet/webhooks', () => import('./pages/cabinet/WebhooksPage.tsx')),
          at('/cabinet/rules', () => import('./pages/cabinet/RulesPage.tsx')),
          at('/cabinet/declines', () => import('./pages/cabinet/DeclinesPage.tsx')),
          at('/cabinet/exceptions', () => import('./pages/cabinet/ExceptionsPage.tsx')),
          at('/cabinet/fuel-plans', () => import('./pages/cabinet/FuelPlansPage.tsx')),
          at('/cabinet/signals', () => import('./pages/cabinet/SignalsPage.tsx')),
          at('/cabinet/notices', () => import('./pages/cabinet/NoticesPage.tsx')),
          at('/cabinet/notices/choices', () => import('./pages/cabinet/NoticeChoicesPage.tsx')),
          at('/cabinet/exchange', () => import('./pages/cabinet/ExchangePage.tsx')),
          at('/cabinet/me', () => import('./pages/cabinet/MePage.tsx')),
          at('/cabinet/security', () => import('./pages/cabinet/SecurityPage.tsx')),
        ],
      },
      {
        ...at('/staff', () => import('./pages/staff/StaffShell.tsx')),
        children: [
          { index: true, lazy: page(() => import('./pages/staff/RequestsPage.tsx')) },
          at('/staff/clients', () => import('./pages/staff/ClientsPage.tsx')),
          at('/staff/clients/:id', () => import('./pages/staff/ClientPage.tsx')),
          at('/staff/request', () => import('./pages/staff/RequestPage.tsx')),
          at('/staff/payments', () => import('./pages/staff/PaymentsPage.tsx')),
          at('/staff/movements', () => import('./pages/staff/MovementsPage.tsx')),
          at('/staff/unsettled', () => import('./pages/staff/CasesPage.tsx')),
          at('/staff/edm', () => import('./pages/staff/EdmPage.tsx')),
          at('/staff/tariffs', () => import('./pages/staff/TariffsPage.tsx')),
          at('/staff/credits', () => import('./pages/staff/CreditsPage.tsx')),
          at('/staff/audit', () => import('./pages/staff/AuditPage.tsx')),
          at('/staff/reconciliation', () => import('./pages/staff/ReconciliationPage.tsx')),
          at('/staff/approvals', () => import('./pages/staff/ApprovalsPage.tsx')),
          at('/staff/members', () => import('./pages/staff/MembersPage.tsx')),
          at('/staff/phone-changes', () => import('./pages/staff/PhoneChangesPage.tsx')),
          at('/staff/erasures', () => import('./pages/staff/ErasuresPage.tsx')),
          at('/staff/notices', () => import('./pages/staff/StaffNoticesPage.tsx')),
          at('/staff/notices/choices', () => import('./pages/staff/StaffNoticeChoicesPage.tsx')),
          at('/staff/security', () => import('./pages/cabinet/SecurityPage.tsx')),
          at('/staff/messages', () => import('./pages/staff/MessagesPage.tsx')),
          at('/staff/closing', () => import('./pages/staff/ClosingPage.tsx')),
          at('/staff/documents', () => import('./pages/staff/DocumentsPage.tsx')),
          at('/staff/partners', () => import('./pages/staff/PartnersPage.tsx')),
          at('/staff/stations', () => import('./pages/staff/StationsPage.tsx')),
          at('/staff/terms', () => import('./pages/staff/TermsPage.tsx')),
          at('/staff/maintenance', () => import('./pages/staff/WorksPage.tsx')),
          at('/staff/news', () => import('./pages/staff/NewsPage.tsx')),
          at('/staff/contacts', () => import('./pages/staff/ContactsPage.tsx')),
        ],
      },
      {
        lazy: page(() => import('./pages/DevelopmentPages.tsx')),
        children: [
          at('/dev/phone', () => import('./pages/DevPhonePage.tsx')),
          at('/dev/bank', () => import('./pages/DevBankPage.tsx')),
          at('/dev/edm', () => import('./pages/DevEdmPage.tsx')),
          at('/dev/mail', () => import('./pages/DevMailPage.tsx')),
          at('/dev/parts', () => import('./pages/DevPartsPage.tsx')),
        ],
      },
      { path: '*', lazy: page(() => import('./pages/NotFoundPage.tsx')) },
    ],
  }),
];

type Load = () => Promise<{ default: ComponentType }>;

/** A page at one of the addresses that the server knows too. */
function at(path: PageAddress, load: Load): { path: PageAddress; lazy: ReturnType<typeof page> } {
  return { path, lazy: page(load) };
}

/** One page for both steps, so that it stays when the step changes. There is no third one. */
function bothSteps(place: PlaceOfSteps, load: Load): RouteObject {
  const addresses: PageAddress[] = [`${place}/1`, `${place}/2`];
  return { lazy: page(load), children: addresses.map((path) => ({ path, element: null })) };
}

type PlaceOfSteps =
  | '/cabinet/card-payment'
  | '/cabinet/card-payout'
  | '/cabinet/cards-payment'
  | '/cabinet/cards-payout'
  | '/cabinet/payment';

/** An address in capitals is another address: the gate would not know it. */
function exactly(route: RouteObject): RouteObject {
  if (!route.children) return { ...route, caseSensitive: true };
  return { ...route, caseSensitive: true, children: route.children.map(exactly) };
}

function page(load: Load): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await load()).default });
}
