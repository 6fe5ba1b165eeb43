import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { InlineParts } from './inline-parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets this page's own style elements pass the content security policy. */
    styleNonce: string;
  }
}

/** Security headers of each page: what it may load and send, and who may frame it. */
export async function protectPages(
  pages: FastifyInstance,
  config: Config,
  inline: InlineParts,
): Promise<void> {
  pages.decorateRequest('styleNonce', '');
  pages.addHook('onRequest', (request, _reply, done) => {
    request.styleNonce = randomBytes(16).toString('base64');
    // Helmet builds the policy from Node's own request object.
    Object.assign(request.raw, { styleNonce: request.styleNonce });
    done();
  });
  await pages.register(helmet, makeSecurityHeaders(inline, config));
}

/**
 * Hosts of a captcha's script, and hosts that it loads from. Google's is under its name that is reachable everywhere.
 */
const CAPTCHA_HOSTS = {
  recaptcha: ['https://www.recaptcha.net', 'https://www.gstatic.com', 'https://www.google.com'],
  smartcaptcha: ['https://smartcaptcha.cloud.yandex.ru', 'https://smartcaptcha.yandexcloud.net'],
};

/** Defines what a page may load and do. Only inline scripts and styles from the build are allowed. */
const makeSecurityHeaders = (inline: InlineParts, { captcha, baseMap }: Config) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...inline.scripts, ...(captcha ? CAPTCHA_HOSTS[captcha.kind] : [])],
      // A captcha's own script writes markup that no policy of ours can know.
      ...(captcha ? {} : { requireTrustedTypesFor: ["'script'"] }),
      workerSrc: ["'self'", 'blob:'],
      styleSrcElem: [
        "'self'",
        ...inline.styles,
        (request: unknown) => `'nonce-${(request as { styleNonce: string }).styleNonce}'`,
      ],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...getOrigins(baseMap)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(captcha ? CAPTCHA_HOSTS[captcha.kind] : []), ...getOrigins(baseMap)],
      // Documents are printed from blobs.
      frameSrc: ["'self'", 'blob:', ...(captcha ? CAPTCHA_HOSTS[captcha.kind] : [])],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      // Bills are downloaded in hidden frames.
      frameAncestors: ["'self'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' as const },
  frameguard: { action: 'sameorigin' as const },
});

function getOrigins(baseMap: Config['baseMap']): string[] {
  return baseMap ? [new URL(baseMap.url).origin] : [];
}
