import type { onRequestHookHandler } from 'fastify';

/**
 * Headers for calls, whose answers are not pages: what helmet writes for pages (protect-pages.ts) as far as it applies
 * to data and files, and who may store the answer. They are fixed, so that no nonce is drawn and nothing is assembled
 * for each call.
 */
export const CALL_HEADERS = {
  // Every answer, a refusal too, is for one caller (docs/calls.md 1). Public lists set their own header.
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none';img-src 'self' data: blob:;frame-src 'self' blob:;base-uri 'none';form-action 'self';frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

export const sendCallHeaders: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(CALL_HEADERS);
  done();
};
