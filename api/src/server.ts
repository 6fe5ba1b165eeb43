import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { acceptEveryBody, TEXT_LIMIT_BYTES } from './http/body.ts';
import { developmentRoutes } from './http/development-routes.ts';
import { readLandingPage, type LandingPage } from './http/landing-page.ts';
import { letConnectionsGo } from './http/let-connections-go.ts';
import { openApiRoutes } from './http/openapi-routes.ts';
import { operatorRoutes } from './http/operator-routes.ts';
import { refuseTooMany } from './http/rate-limit.ts';
import { searchEngineRoutes } from './http/search-engine-routes.ts';
import { refuseConnection, sendRefusal } from './http/send-refusal.ts';
import { countRequests } from './http/metrics.ts';
import { serveWebApplication } from './http/web-application.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { balanceAlertRoutes } from './modules/balance-alert/routes.ts';
import { bankRoutes } from './modules/bank/routes.ts';
import { cardRoutes } from './modules/cards/routes.ts';
import { colleagueRoutes } from './modules/colleagues/routes.ts';
import { companyRoutes } from './modules/companies/routes.ts';
import { consentRoutes } from './modules/consents/routes.ts';
import { documentRoutes } from './modules/documents/routes.ts';
import { driverRoutes } from './modules/drivers/routes.ts';
import { edmRoutes } from './modules/edm/routes.ts';
import { invoiceRoutes } from './modules/invoices/routes.ts';
import { ledgerRoutes } from './modules/ledger/routes.ts';
import { liveRoutes } from './modules/live/routes.ts';
import { maintenanceRoutes } from './modules/maintenance/routes.ts';
import { moneyRoutes } from './modules/money/routes.ts';
import { newsRoutes } from './modules/news/routes.ts';
import { operationRoutes } from './modules/operations/routes.ts';
import { orderRoutes } from './modules/orders/routes.ts';
import { partnerRoutes } from './modules/partners/routes.ts';
import { smsCodeRoutes } from './modules/sms-codes/routes.ts';
import { stationRoutes } from './modules/stations/routes.ts';
import { tenderRoutes } from './modules/tenders/routes.ts';
import { termsRoutes } from './modules/terms/routes.ts';
import { unsettledRoutes } from './modules/unsettled/routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets this page's own style elements through the content security policy. */
    styleNonce: string;
  }
}

/** The whole HTTP side: safety, bodies, errors, then the modules. */
export async function buildServer(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: TEXT_LIMIT_BYTES,
    // For the request alone, however long its answer goes on: 10 MiB arrive in time over a line of 280 kbit/s.
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendRefusal(ctx, error, request, reply),
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: 200 },
    // Behind a proxy the address of the caller is what the proxy says; alone it is the socket's.
    trustProxy: ctx.config.production ? 'loopback, linklocal, uniquelocal' : false,
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(ctx, error, request, reply));
  app.decorateRequest('styleNonce', '');
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.isCall) {
      request.styleNonce = randomBytes(16).toString('base64');
      // The policy is written from Node's own request.
      Object.assign(request.raw, { styleNonce: request.styleNonce });
    }
    done();
  });
  const landing = await readLandingPage(ctx.config.webDist);
  await app.register(helmet, safety(landing, ctx.config));
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 });
  await acceptEveryBody(app);
  await refuseTooMany(app, ctx);
  countRequests(app, ctx);
  letConnectionsGo(app);

  authRoutes(app, ctx);
  balanceAlertRoutes(app, ctx);
  bankRoutes(app, ctx);
  cardRoutes(app, ctx);
  colleagueRoutes(app, ctx);
  companyRoutes(app, ctx);
  consentRoutes(app, ctx);
  developmentRoutes(app, ctx);
  documentRoutes(app, ctx);
  driverRoutes(app, ctx);
  edmRoutes(app, ctx);
  invoiceRoutes(app, ctx);
  ledgerRoutes(app, ctx);
  liveRoutes(app, ctx);
  maintenanceRoutes(app, ctx);
  moneyRoutes(app, ctx);
  newsRoutes(app, ctx);
  openApiRoutes(app, ctx);
  operatorRoutes(app, ctx);
  operationRoutes(app, ctx);
  orderRoutes(app, ctx);
  partnerRoutes(app, ctx);
  searchEngineRoutes(app, ctx);
  smsCodeRoutes(app, ctx);
  stationRoutes(app, ctx);
  tenderRoutes(app, ctx);
  termsRoutes(app, ctx);
  unsettledRoutes(app, ctx);

  await serveWebApplication(app, ctx, landing);
  return app;
}

/** Google's own, under the name that is reachable everywhere, and where its parts come from. */
const RECAPTCHA_HOSTS = ['https://www.recaptcha.net', 'https://www.gstatic.com', 'https://www.google.com'];

/** What a page may load and do. Of scripts and styles in a page itself, those that the build has written there. */
const safety = (landing: LandingPage | null, { recaptcha, baseMap }: Config) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...(landing?.scripts ?? []), ...(recaptcha ? RECAPTCHA_HOSTS : [])],
      workerSrc: ["'self'", 'blob:'],
      styleSrcElem: [
        "'self'",
        ...(landing?.styles ?? []),
        (request: unknown) => `'nonce-${(request as { styleNonce: string }).styleNonce}'`,
      ],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...originOf(baseMap)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(recaptcha ? RECAPTCHA_HOSTS : []), ...originOf(baseMap)],
      frameSrc: ["'self'", 'blob:', ...(recaptcha ? RECAPTCHA_HOSTS : [])],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      // Hidden frames print our own invoices.
      frameAncestors: ["'self'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' as const },
  frameguard: { action: 'sameorigin' as const },
});

/** The one server of the operator's own map. */
function originOf(baseMap: Config['baseMap']): string[] {
  return baseMap ? [new URL(baseMap.url).origin] : [];
}
