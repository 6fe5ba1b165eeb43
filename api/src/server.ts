import compress from '@fastify/compress';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { acceptEveryBody, TEXT_LIMIT_BYTES } from './http/body.ts';
import { TWO_PEOPLE } from './compose/two-people.ts';
import { openSecondPerson } from './http/second-person.ts';
import { approvalRoutes } from './modules/identity/approvals/routes.ts';
import { submitForApproval } from './modules/identity/approvals/submit-for-approval.ts';
import { personalDataRoutes } from './modules/backoffice/personal-data/routes.ts';
import { phoneChangeRoutes } from './modules/identity/phone-changes/routes.ts';
import { memberRoutes } from './modules/identity/members/routes.ts';
import { CALL_HEADERS } from './http/call-headers.ts';
import { developmentRoutes } from './compose/development-routes.ts';
import { readInlineParts } from './http/pages/inline-parts.ts';
import { readLandingPage } from './http/pages/landing-page.ts';
import { letConnectionsGo } from './http/requests/let-connections-go.ts';
import { prepareLeave } from './http/requests/take-leave.ts';
import { logRequests, newRequestId } from './http/requests/log-requests.ts';
import { traceRequests } from './http/requests/trace-requests.ts';
import { languageModelRoutes } from './http/language-model-routes.ts';
import { openApiRoutes } from './http/openapi-routes.ts';
import { operatorRoutes } from './http/pages/operator-routes.ts';
import { protectPages } from './http/pages/protect-pages.ts';
import { refuseTooMany } from './http/requests/rate-limit.ts';
import { refuseForeignWrites } from './http/requests/refuse-foreign-writes.ts';
import { searchEngineRoutes } from './http/pages/search-engine-routes.ts';
import { refuseConnection, sendRefusal } from './http/requests/send-refusal.ts';
import { countRequests } from './compose/metrics/metrics.ts';
import { warnUnnamedProxy } from './http/requests/warn-unnamed-proxy.ts';
import { serveWebApplication } from './http/pages/web-application.ts';
import { assistantRoutes } from './modules/insights/assistants/routes.ts';
import { auditRoutes } from './modules/backoffice/audit-log/routes.ts';
import { authRoutes } from './modules/identity/auth/routes.ts';
import { memberSessionRoutes } from './modules/identity/auth/member-session-routes.ts';
import { factorRoutes } from './modules/identity/factors/routes.ts';
import { signInRoutes } from './modules/identity/factors/sign-in-routes.ts';
import { balanceAlertRoutes } from './modules/money/balance-alert/routes.ts';
import { bankFeedRoutes } from './modules/money/bank-feeds/routes.ts';
import { bankRoutes } from './modules/money/bank/routes.ts';
import { declineRoutes } from './modules/fleet/declines/routes.ts';
import { stationPulseRoutes } from './modules/fleet/station-pulse/routes.ts';
import { dutyRoutes } from './modules/fleet/rules/exceptions/duty-routes.ts';
import { exceptionRoutes } from './modules/fleet/rules/exceptions/exception-routes.ts';
import { bulkRuleRoutes } from './modules/fleet/rules/bulk-rule-routes.ts';
import { limitRoutes } from './modules/fleet/rules/limits/limit-routes.ts';
import { cardGroupRoutes } from './modules/fleet/rules/card-groups/card-group-routes.ts';
import { ruleRoutes } from './modules/fleet/rules/routes.ts';
import { cardRoutes } from './modules/cards/cards/routes.ts';
import { colleagueRoutes } from './modules/companies/colleagues/routes.ts';
import { companyRoutes } from './modules/companies/companies/routes.ts';
import { consentRoutes } from './modules/identity/consents/routes.ts';
import { feedRoutes } from './modules/fuel/feeds/routes.ts';
import { noticeRoutes } from './modules/messaging/notices/routes.ts';
import { messageRoutes } from './modules/messaging/messages/routes.ts';
import { networkRoutes } from './modules/fuel/pump/routes.ts';
import { driverPumpRoutes } from './modules/fuel/pump/driver-pump-routes.ts';
import { pumpSessionRoutes } from './modules/fuel/pump/session-routes.ts';
import { receiptRoutes } from './modules/money/receipts/routes.ts';
import { fastPaymentRoutes } from './modules/money/fast-payments/routes.ts';
import { contractRoutes } from './modules/papers/contracts/routes.ts';
import { documentRoutes } from './modules/papers/documents/routes.ts';
import { exchangeRoutes } from './modules/papers/exchange/routes.ts';
import { bundleRoutes } from './modules/papers/bundles/routes.ts';
import { taxBookRoutes } from './modules/papers/tax-books/routes.ts';
import { driverRoutes } from './modules/cards/drivers/routes.ts';
import { signalRoutes } from './modules/fleet/signals/routes.ts';
import { cardVehicleRoutes } from './modules/fleet/vehicles/card-vehicle-routes.ts';
import { telematicsRoutes } from './modules/fleet/telematics/routes.ts';
import { tollRoutes } from './modules/fleet/vehicles/toll-routes.ts';
import { fleetLitresRoutes } from './modules/fleet/vehicles/fleet-litres-routes.ts';
import { vehicleRoutes } from './modules/fleet/vehicles/routes.ts';
import { edmRoutes } from './modules/papers/edm/routes.ts';
import { keyRoutes } from './modules/companies/keys/routes.ts';
import { viewRoutes } from './modules/companies/views/routes.ts';
import { eventRoutes } from './modules/companies/events/routes.ts';
import { mailingRoutes } from './modules/insights/mailings/routes.ts';
import { webhookRoutes } from './modules/companies/webhooks/routes.ts';
import { monthRoutes } from './modules/insights/months/routes.ts';
import { overviewRoutes } from './modules/insights/overview/routes.ts';
import { delegationRoutes } from './modules/companies/delegations/routes.ts';
import { ownCompanyRoutes } from './modules/insights/own-companies/routes.ts';
import { driverPageRoutes } from './modules/fleet/driver-links/driver-page-routes.ts';
import { fuelPlanRoutes } from './modules/fleet/fuel-plans/routes.ts';
import { notifyDriversOfPlan } from './modules/fleet/driver-links/notify-drivers-of-plan.ts';
import { driverLinkRoutes } from './modules/fleet/driver-links/routes.ts';
import { questionRoutes } from './modules/insights/questions/routes.ts';
import { searchRoutes } from './modules/insights/search/routes.ts';
import { clientRoutes } from './modules/backoffice/clients/routes.ts';
import { dunningRoutes } from './modules/backoffice/dunning/routes.ts';
import { invoiceRoutes } from './modules/money/invoices/routes.ts';
import { booksRoutes } from './modules/backoffice/books/routes.ts';
import { accountingExportRoutes } from './modules/backoffice/accounting-export/routes.ts';
import { ledgerRoutes } from './modules/backoffice/reconciliation/routes.ts';
import { channelRoutes } from './modules/messaging/channels/routes.ts';
import { emailRoutes } from './modules/messaging/emails/routes.ts';
import { liveRoutes } from './modules/messaging/live/routes.ts';
import { findClosedUntil } from './modules/programme/maintenance/maintenance.ts';
import { notifyOfMaintenance } from './compose/notify-of-maintenance.ts';
import { maintenanceRoutes } from './modules/programme/maintenance/routes.ts';
import { correctionRoutes } from './modules/money/corrections/routes.ts';
import { creditRoutes } from './modules/money/transfers/credit-routes.ts';
import { moneyRoutes } from './modules/money/transfers/routes.ts';
import { findHolidayNotice } from './modules/programme/news/holiday-notice.ts';
import { cachedProgramme } from './modules/programme/contacts/cached-programme.ts';
import { cachedContacts } from './modules/programme/contacts/cached-contacts.ts';
import { findContacts } from './modules/programme/contacts/contacts.ts';
import { contactRoutes } from './modules/programme/contacts/routes.ts';
import { newsRoutes } from './modules/programme/news/routes.ts';
import { disputeRoutes } from './modules/fuel/disputes/routes.ts';
import { networkInvoiceRoutes } from './modules/fuel/network-invoices/routes.ts';
import { driverAssignmentRoutes } from './modules/fuel/assignments/driver-assignment-routes.ts';
import { operationRoutes } from './modules/fuel/history/routes.ts';
import { settlementRoutes } from './modules/fuel/settlement/routes.ts';
import { virtualCardRoutes } from './modules/orders/virtual-cards/routes.ts';
import { orderRoutes } from './modules/orders/orders/routes.ts';
import { shipmentRoutes } from './modules/orders/shipments/routes.ts';
import { firstAdminRoutes } from './modules/companies/first-admin/routes.ts';
import { programmeRoutes } from './modules/programme/requisites/routes.ts';
import { partnerRoutes } from './modules/programme/partners/routes.ts';
import { smsCodeRoutes } from './modules/papers/confirmations/routes.ts';
import { stationRoutes } from './modules/programme/stations/routes.ts';
import { tariffRoutes } from './modules/programme/tariffs/routes.ts';
import { marginRoutes } from './modules/backoffice/margin/routes.ts';
import { purchaseTermRoutes } from './modules/programme/purchase-terms/routes.ts';
import { tenderRoutes } from './modules/programme/tenders/routes.ts';
import { termsRoutes } from './modules/companies/terms/routes.ts';
import { caseRoutes } from './modules/backoffice/cases/routes.ts';
import { queueRoutes } from './modules/backoffice/queues/routes.ts';
import { startRoutes } from './modules/backoffice/start/routes.ts';
import { sandboxAdminRoutes } from './modules/insights/sandbox/sandbox-admin-routes.ts';
import { sandboxOfficeRoutes } from './modules/insights/sandbox/sandbox-office-routes.ts';
import { sandboxKeyRoutes } from './modules/insights/sandbox/sandbox-key-routes.ts';
import { sandboxWebhookRoutes } from './modules/insights/sandbox/sandbox-webhook-routes.ts';

/** The whole HTTP side: security headers, bodies, errors, then the modules. */
export async function buildServer(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newRequestId(ctx.clock.now()),
    bodyLimit: TEXT_LIMIT_BYTES,
    // The limit for receiving a request, not for answering it: 10 MiB arrive in time at 280 kbit/s.
    requestTimeout: 300_000,
    // A busy machine is slow to read the pages of the build; ten seconds, the default, have failed starts.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
    // Requests that the router itself refuses have passed no hook yet.
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(ctx, error, request, reply.headers(CALL_HEADERS)),
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: 200 },
    // Behind a proxy that the operator has named, the proxy gives the caller's address. Otherwise it is the socket's.
    trustProxy: ctx.config.trustedProxies.length > 0 ? [...ctx.config.trustedProxies] : false,
    // Each log record names its request itself.
    childLoggerFactory: (logger) => logger,
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(ctx, error, request, reply));
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
  });
  await acceptEveryBody(app);
  refuseForeignWrites(app, ctx.config);
  warnUnnamedProxy(app, ctx);
  await refuseTooMany(app, ctx);
  if (ctx.config.traces) traceRequests(app);
  logRequests(app, ctx);
  countRequests(app, ctx);
  letConnectionsGo(app);
  prepareLeave(app);

  openSecondPerson(app, async (endpoint, call) => {
    const rule = TWO_PEOPLE[endpoint.name];
    return rule ? submitForApproval(ctx, rule, { endpoint, call }) : null;
  });

  approvalRoutes(app, ctx, TWO_PEOPLE);
  assistantRoutes(app, ctx);
  auditRoutes(app, ctx);
  authRoutes(app, ctx);
  balanceAlertRoutes(app, ctx);
  bankFeedRoutes(app, ctx);
  bankRoutes(app, ctx);
  booksRoutes(app, ctx);
  accountingExportRoutes(app, ctx);
  cardRoutes(app, ctx);
  limitRoutes(app, ctx);
  ruleRoutes(app, ctx);
  cardGroupRoutes(app, ctx);
  bulkRuleRoutes(app, ctx);
  exceptionRoutes(app, ctx);
  dutyRoutes(app, ctx);
  declineRoutes(app, ctx);
  stationPulseRoutes(app, ctx);
  channelRoutes(app, ctx);
  clientRoutes(app, ctx);
  colleagueRoutes(app, ctx);
  companyRoutes(app, ctx);
  consentRoutes(app, ctx);
  contactRoutes(app, ctx);
  creditRoutes(app, ctx);
  correctionRoutes(app, ctx);
  developmentRoutes(app, ctx);
  documentRoutes(app, ctx);
  contractRoutes(app, ctx);
  driverLinkRoutes(app, ctx);
  driverRoutes(app, ctx);
  dunningRoutes(app, ctx);
  vehicleRoutes(app, ctx);
  tollRoutes(app, ctx);
  fleetLitresRoutes(app, ctx);
  cardVehicleRoutes(app, ctx);
  fuelPlanRoutes(app, ctx, notifyDriversOfPlan);
  signalRoutes(app, ctx);
  telematicsRoutes(app, ctx);
  edmRoutes(app, ctx);
  exchangeRoutes(app, ctx);
  bundleRoutes(app, ctx);
  taxBookRoutes(app, ctx);
  factorRoutes(app, ctx);
  signInRoutes(app, ctx);
  fastPaymentRoutes(app, ctx);
  receiptRoutes(app, ctx);
  networkRoutes(app, ctx);
  pumpSessionRoutes(app, ctx);
  driverPumpRoutes(app, ctx);
  driverAssignmentRoutes(app, ctx);
  feedRoutes(app, ctx);
  messageRoutes(app, ctx);
  overviewRoutes(app, ctx);
  monthRoutes(app, ctx);
  ownCompanyRoutes(app, ctx);
  delegationRoutes(app, ctx);
  searchRoutes(app, ctx);
  questionRoutes(app, ctx);
  viewRoutes(app, ctx);
  eventRoutes(app, ctx);
  webhookRoutes(app, ctx);
  mailingRoutes(app, ctx);
  invoiceRoutes(app, ctx);
  keyRoutes(app, ctx);
  ledgerRoutes(app, ctx);
  emailRoutes(app, ctx);
  noticeRoutes(app, ctx);
  liveRoutes(app, ctx);
  maintenanceRoutes(app, ctx, (tx, works) => notifyOfMaintenance(ctx, tx, works));
  memberRoutes(app, ctx);
  memberSessionRoutes(app, ctx);
  moneyRoutes(app, ctx);
  networkInvoiceRoutes(app, ctx);
  disputeRoutes(app, ctx);
  newsRoutes(app, ctx);
  operatorRoutes(app, ctx, {
    findNotice: () => findHolidayNotice(ctx),
    findContacts: () => findContacts(ctx),
  });
  operationRoutes(app, ctx);
  settlementRoutes(app, ctx);
  orderRoutes(app, ctx);
  virtualCardRoutes(app, ctx);
  shipmentRoutes(app, ctx);
  firstAdminRoutes(app, ctx);
  partnerRoutes(app, ctx);
  programmeRoutes(app, ctx);
  startRoutes(app, ctx);
  personalDataRoutes(app, ctx);
  phoneChangeRoutes(app, ctx);
  smsCodeRoutes(app, ctx);
  stationRoutes(app, ctx);
  tariffRoutes(app, ctx);
  purchaseTermRoutes(app, ctx);
  marginRoutes(app, ctx);
  tenderRoutes(app, ctx);
  termsRoutes(app, ctx);
  caseRoutes(app, ctx);
  queueRoutes(app, ctx);
  sandboxAdminRoutes(app, ctx);
  sandboxKeyRoutes(app, ctx);
  sandboxOfficeRoutes(app, ctx);
  sandboxWebhookRoutes(app, ctx);

  // Apart from the calls, which need no policy for scripts and write their few headers themselves.
  await app.register(async (pages) => {
    const landing = await readLandingPage(ctx.config.webDist);
    await protectPages(pages, ctx.config, await readInlineParts(ctx.config.webDist));
    openApiRoutes(pages, ctx);
    driverPageRoutes(pages, ctx);
    languageModelRoutes(pages, ctx);
    searchEngineRoutes(pages, ctx);
    await serveWebApplication(pages, ctx, landing, {
      closedUntil: () => findClosedUntil(ctx),
      contacts: () => cachedContacts(ctx),
      programme: () => cachedProgramme(ctx),
    });
  });
  return app;
}
