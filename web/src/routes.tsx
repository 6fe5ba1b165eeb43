import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { PageAddress } from '#contract/pages.ts';
import { AppShell } from './pages/AppShell.tsx';
import { CrashPage } from './pages/CrashPage.tsx';
import { LeaveForLanding } from './pages/LeaveForLanding.tsx';

/** The whole site map, in the order of spec section 2. Each page is loaded when it is opened. */
export const routes: RouteObject[] = [
  exactRoute({
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
      at('/confirm-mail', () => import('./pages/EmailLinkPages.tsx'), 'ConfirmMailPage'),
      at('/unsubscribe', () => import('./pages/EmailLinkPages.tsx'), 'UnsubscribePage'),
      at('/mailing', () => import('./pages/EmailLinkPages.tsx'), 'MailingPage'),
      ...(['create', 'enter'] as const).flatMap((variant) => [
        at(`/${variant}/1`, () => import('./pages/wizard/QuantitiesPage.tsx')),
        at(`/${variant}/2`, () => import('./pages/wizard/ConfirmPage.tsx')),
        at(`/${variant}/order`, () => import('./pages/wizard/CreatedPage.tsx')),
      ]),
      at('/firm', () => import('./pages/FirmPage.tsx')),
      {
        ...at('/cabinet', () => import('./pages/cabinet/CabinetShell.tsx')),
        children: [
          { index: true, lazy: page(() => import('./pages/cabinet/CardsPage.tsx')) },
          at('/cabinet/card', () => import('./pages/cabinet/CardPage.tsx')),
          at(
            '/cabinet/card-transactions',
            () => import('./features/cabinet/operations/OperationList.tsx'),
            'OperationList',
          ),
          at('/cabinet/card-request', () => import('./pages/cabinet/CardRequestPage.tsx')),
          at('/cabinet/services', () => import('./pages/cabinet/ServicesPage.tsx')),
          at('/cabinet/drivers', () => import('./pages/cabinet/DriversPage.tsx')),
          at('/cabinet/fleet', () => import('./pages/cabinet/FleetPage.tsx')),
          bothSteps(
            '/cabinet/card-payment',
            () => import('./features/cabinet/money/CardMovement.tsx'),
            'CardMovement',
            { direction: 'to-card' },
          ),
          bothSteps(
            '/cabinet/card-payout',
            () => import('./features/cabinet/money/CardMovement.tsx'),
            'CardMovement',
            { direction: 'from-card' },
          ),
          bothSteps(
            '/cabinet/cards-payment',
            () => import('./features/cabinet/move-many/MoveManyCards.tsx'),
            'MoveManyCards',
            { direction: 'to-card' },
          ),
          bothSteps(
            '/cabinet/cards-payout',
            () => import('./features/cabinet/move-many/MoveManyCards.tsx'),
            'MoveManyCards',
            { direction: 'from-card' },
          ),
          bothSteps('/cabinet/payment', () => import('./pages/cabinet/PaymentPage.tsx')),
          at('/cabinet/distribute', () => import('./pages/cabinet/DistributePage.tsx')),
          at(
            '/cabinet/transactions',
            () => import('./features/cabinet/spending/SpendingReport.tsx'),
            'SpendingReport',
          ),
          at('/cabinet/litres', () => import('./features/cabinet/fleet/FleetLitres.tsx'), 'FleetLitres'),
          at(
            '/cabinet/documents',
            () => import('./features/cabinet/documents/DocumentList.tsx'),
            'DocumentList',
          ),
          at('/cabinet/invoices-issued', () => import('./pages/cabinet/InvoicesPage.tsx')),
          at(
            '/cabinet/statement',
            () => import('./features/cabinet/statement/StatementReport.tsx'),
            'StatementReport',
          ),
          at('/cabinet/create', () => import('./pages/cabinet/CreatePage.tsx')),
          at(
            '/cabinet/companies',
            () => import('./features/cabinet/company-desk/CompanyDesk.tsx'),
            'CompanyDesk',
          ),
          at('/cabinet/permissions', () => import('./pages/cabinet/PermissionsPage.tsx')),
          at('/cabinet/news', () => import('./pages/cabinet/CabinetNewsPage.tsx')),
          at('/cabinet/audit', () => import('./pages/cabinet/CompanyAuditPage.tsx')),
          at('/cabinet/keys', () => import('./pages/cabinet/KeysPage.tsx')),
          at('/cabinet/mailings', () => import('./features/cabinet/mailings/Mailings.tsx'), 'Mailings'),
          at('/cabinet/webhooks', () => import('./pages/cabinet/WebhooksPage.tsx')),
          at('/cabinet/rules', () => import('./pages/cabinet/RulesPage.tsx')),
          at('/cabinet/disputes', () => import('./pages/cabinet/DisputesPage.tsx')),
          at('/cabinet/declines', () => import('./pages/cabinet/DeclinesPage.tsx')),
          at('/cabinet/exceptions', () => import('./pages/cabinet/ExceptionsPage.tsx')),
          at('/cabinet/fuel-plans', () => import('./pages/cabinet/FuelPlansPage.tsx')),
          at('/cabinet/signals', () => import('./pages/cabinet/SignalsPage.tsx')),
          at('/cabinet/notices', () => import('./features/account/notices/NoticeList.tsx'), 'NoticeList'),
          at(
            '/cabinet/notices/choices',
            () => import('./features/account/notices/NoticeChoices.tsx'),
            'NoticeChoices',
          ),
          at('/cabinet/exchange', () => import('./pages/cabinet/ExchangePage.tsx')),
          at('/cabinet/me', () => import('./pages/cabinet/MePage.tsx')),
          at('/cabinet/security', () => import('./pages/cabinet/SecurityPage.tsx')),
        ],
      },
      {
        ...at('/staff', () => import('./pages/staff/StaffShell.tsx')),
        children: [
          { index: true, lazy: page(() => import('./pages/staff/QueuePage.tsx')) },
          at('/staff/clients', () => import('./features/staff/clients/ClientList.tsx'), 'ClientList'),
          at('/staff/clients/:id', () => import('./pages/staff/ClientPage.tsx')),
          at('/staff/people/:id', () => import('./pages/staff/PersonPage.tsx')),
          at('/staff/request', () => import('./pages/staff/RequestPage.tsx')),
          at('/staff/disputes', () => import('./pages/staff/StaffDisputesPage.tsx')),
          at('/staff/shipments', () => import('./pages/staff/ShipmentsPage.tsx')),
          at('/staff/payments', () => import('./pages/staff/PaymentsPage.tsx')),
          at('/staff/network-invoices', () => import('./pages/staff/NetworkInvoicesPage.tsx')),
          at('/staff/network-invoices/:id', () => import('./pages/staff/NetworkInvoicePage.tsx')),
          at(
            '/staff/movements',
            () => import('./features/staff/unclear-movements/UnclearMovementList.tsx'),
            'UnclearMovementList',
          ),
          at('/staff/unsettled', () => import('./features/staff/cases/CaseList.tsx'), 'CaseList'),
          at(
            '/staff/edm',
            () => import('./features/staff/stuck-documents/StuckDocumentList.tsx'),
            'StuckDocumentList',
          ),
          at('/staff/tariffs', () => import('./pages/staff/TariffsPage.tsx')),
          at('/staff/margin', () => import('./pages/staff/MarginPage.tsx')),
          at('/staff/credits', () => import('./pages/staff/CreditsPage.tsx')),
          at('/staff/books', () => import('./features/staff/books/TrialBalance.tsx'), 'TrialBalance'),
          at('/staff/audit', () => import('./features/cabinet/audit/AuditLog.tsx'), 'AuditLog', {
            of: 'staff',
          }),
          at(
            '/staff/reconciliation',
            () => import('./features/staff/reconciliation/ReconciliationList.tsx'),
            'ReconciliationList',
          ),
          at('/staff/approvals', () => import('./features/staff/approvals/ApprovalList.tsx'), 'ApprovalList'),
          at('/staff/members', () => import('./features/staff/members/MemberList.tsx'), 'MemberList'),
          at(
            '/staff/phone-changes',
            () => import('./features/account/phone-changes/PhoneChangeList.tsx'),
            'PhoneChangeList',
          ),
          at('/staff/erasures', () => import('./features/staff/erasures/ErasureList.tsx'), 'ErasureList'),
          at('/staff/notices', () => import('./features/account/notices/NoticeList.tsx'), 'NoticeList', {
            ofStaff: true,
          }),
          at('/staff/notices/choices', () => import('./pages/staff/StaffNoticeChoicesPage.tsx')),
          at('/staff/security', () => import('./pages/cabinet/SecurityPage.tsx')),
          at('/staff/messages', () => import('./features/staff/messages/MessageList.tsx'), 'MessageList'),
          at(
            '/staff/closing',
            () => import('./features/staff/month-closing/MonthClosing.tsx'),
            'MonthClosing',
          ),
          at(
            '/staff/documents',
            () => import('./features/staff/documents/StaffDocumentList.tsx'),
            'StaffDocumentList',
          ),
          at(
            '/staff/exchange',
            () => import('./features/staff/accounting-export/AccountingExport.tsx'),
            'AccountingExport',
          ),
          at('/staff/partners', () => import('./features/staff/partners/PartnerList.tsx'), 'PartnerList'),
          at('/staff/stations', () => import('./features/staff/stations/StationLoads.tsx'), 'StationLoads'),
          at('/staff/terms', () => import('./features/staff/terms/TermsVersions.tsx'), 'TermsVersions'),
          at('/staff/maintenance', () => import('./features/staff/maintenance/WorksList.tsx'), 'WorksList'),
          at('/staff/news', () => import('./features/staff/news/StaffNewsList.tsx'), 'StaffNewsList'),
          at('/staff/start', () => import('./features/staff/start/StartGuide.tsx'), 'StartGuide'),
          at(
            '/staff/programme',
            () => import('./features/staff/programme/ProgrammeParts.tsx'),
            'ProgrammeParts',
          ),
          at('/staff/contacts', () => import('./pages/staff/ContactsPage.tsx')),
        ],
      },
      {
        lazy: page(() => import('./pages/DevelopmentPages.tsx')),
        children: [
          at('/dev/phone', () => import('./pages/DevPages.tsx'), 'DevPhonePage'),
          at('/dev/bank', () => import('./pages/DevPages.tsx'), 'DevBankPage'),
          at('/dev/edm', () => import('./pages/DevPages.tsx'), 'DevEdmPage'),
          at('/dev/pump', () => import('./pages/DevPages.tsx'), 'DevPumpPage'),
          at('/dev/mail', () => import('./pages/DevPages.tsx'), 'DevMailPage'),
          at('/dev/parts', () => import('./pages/DevPages.tsx'), 'DevPartsPage'),
        ],
      },
      { path: '*', lazy: page(() => import('./pages/NotFoundPage.tsx')) },
    ],
  }),
];

/** Loads a page, or a feature that is a page by itself: the component that has this name. */
type Load<Name extends string, Props extends object> = () => Promise<Record<Name, ComponentType<Props>>>;

/** A page at one of the addresses that the server knows too. A page's file exports it by default, a feature's file by its name. */
function at<Name extends string = 'default', Props extends object = object>(
  path: PageAddress,
  load: Load<Name, Props>,
  ...shown: ShownPage<Name, Props>
): { path: PageAddress; lazy: ReturnType<typeof page> } {
  return { path, lazy: page(load, ...shown) };
}

type ShownPage<Name extends string, Props extends object> = [name?: Name, props?: Props];

/** One page for both steps, so that it stays when the step changes. There is no third one. */
function bothSteps<Name extends string = 'default', Props extends object = object>(
  place: StepPath,
  load: Load<Name, Props>,
  ...shown: ShownPage<Name, Props>
): RouteObject {
  const addresses: PageAddress[] = [`${place}/1`, `${place}/2`];
  return { lazy: page(load, ...shown), children: addresses.map((path) => ({ path, element: null })) };
}

type StepPath =
  | '/cabinet/card-payment'
  | '/cabinet/card-payout'
  | '/cabinet/cards-payment'
  | '/cabinet/cards-payout'
  | '/cabinet/payment';

/** An address in capitals is another address, which the gate would not recognise. */
function exactRoute(route: RouteObject): RouteObject {
  if (!route.children) return { ...route, caseSensitive: true };
  return { ...route, caseSensitive: true, children: route.children.map(exactRoute) };
}

function page<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name = 'default' as Name,
  props?: Props,
): () => Promise<{ Component: ComponentType }> {
  return async () => {
    const Page: ComponentType<Props> = (await load())[name];
    return { Component: props ? () => <Page {...props} /> : (Page as ComponentType) };
  };
}
