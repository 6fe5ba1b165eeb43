import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
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
      { path: '/login-driver', lazy: page(() => import('./pages/LoginPage.tsx')) },
      { path: '/permissions-denied', lazy: page(() => import('./pages/PermissionsDeniedPage.tsx')) },
      { path: '/maintenance', lazy: page(() => import('./pages/MaintenancePage.tsx')) },
      { path: '/map', lazy: page(() => import('./pages/MapPage.tsx')) },
      { path: '/news', lazy: page(() => import('./pages/NewsPage.tsx')) },
      ...(['create', 'enter'] as const).flatMap((variant) => [
        { path: `/${variant}/1`, lazy: page(() => import('./pages/wizard/QuantitiesPage.tsx')) },
        { path: `/${variant}/2`, lazy: page(() => import('./pages/wizard/ConfirmPage.tsx')) },
        { path: `/${variant}/order`, lazy: page(() => import('./pages/wizard/CreatedPage.tsx')) },
      ]),
      {
        path: '/cabinet',
        lazy: page(() => import('./pages/cabinet/CabinetShell.tsx')),
        children: [
          { index: true, lazy: page(() => import('./pages/cabinet/CardsPage.tsx')) },
          { path: 'card', lazy: page(() => import('./pages/cabinet/CardPage.tsx')) },
          { path: 'card-transactions', lazy: page(() => import('./pages/cabinet/CardTransactionsPage.tsx')) },
          { path: 'card-request', lazy: page(() => import('./pages/cabinet/CardRequestPage.tsx')) },
          { path: 'services', lazy: page(() => import('./pages/cabinet/ServicesPage.tsx')) },
          { path: 'drivers', lazy: page(() => import('./pages/cabinet/DriversPage.tsx')) },
          bothSteps('card-payment', () => import('./pages/cabinet/CardPaymentPage.tsx')),
          bothSteps('card-payout', () => import('./pages/cabinet/CardPayoutPage.tsx')),
          bothSteps('payment', () => import('./pages/cabinet/PaymentPage.tsx')),
          { path: 'distribute', lazy: page(() => import('./pages/cabinet/DistributePage.tsx')) },
          { path: 'transactions', lazy: page(() => import('./pages/cabinet/TransactionsPage.tsx')) },
          { path: 'documents', lazy: page(() => import('./pages/cabinet/DocumentsPage.tsx')) },
          { path: 'invoices-issued', lazy: page(() => import('./pages/cabinet/InvoicesPage.tsx')) },
          { path: 'statement', lazy: page(() => import('./pages/cabinet/StatementPage.tsx')) },
          { path: 'create', lazy: page(() => import('./pages/cabinet/CreatePage.tsx')) },
          { path: 'permissions', lazy: page(() => import('./pages/cabinet/PermissionsPage.tsx')) },
          { path: 'news', lazy: page(() => import('./pages/cabinet/CabinetNewsPage.tsx')) },
        ],
      },
      {
        path: '/staff',
        lazy: page(() => import('./pages/staff/StaffShell.tsx')),
        children: [
          { index: true, lazy: page(() => import('./pages/staff/RequestsPage.tsx')) },
          { path: 'payments', lazy: page(() => import('./pages/staff/PaymentsPage.tsx')) },
          { path: 'movements', lazy: page(() => import('./pages/staff/MovementsPage.tsx')) },
          { path: 'unsettled', lazy: page(() => import('./pages/staff/UnsettledPage.tsx')) },
          { path: 'edm', lazy: page(() => import('./pages/staff/EdmPage.tsx')) },
          { path: 'reconciliation', lazy: page(() => import('./pages/staff/ReconciliationPage.tsx')) },
        ],
      },
      { path: '/dev/phone', lazy: page(() => import('./pages/DevPhonePage.tsx')) },
      { path: '*', lazy: page(() => import('./pages/NotFoundPage.tsx')) },
    ],
  }),
];

type Load = () => Promise<{ default: ComponentType }>;

/** One page for both steps, so that it stays when the step changes. There is no third one. */
function bothSteps(place: string, load: Load): RouteObject {
  return { lazy: page(load), children: [1, 2].map((step) => ({ path: `${place}/${step}`, element: null })) };
}

/** An address in capitals is another address: the gate would not know it. */
function exactly(route: RouteObject): RouteObject {
  if (!route.children) return { ...route, caseSensitive: true };
  return { ...route, caseSensitive: true, children: route.children.map(exactly) };
}

function page(load: Load): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await load()).default });
}
