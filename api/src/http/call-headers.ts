import type { onRequestHookHandler } from 'fastify';

/**
 * For calls, whose answers are not pages: the headers that helmet writes (server.ts) and who may store the answer.
 * Fixed, so that no nonce is drawn and nothing is assembled for each call.
 */
const CALL_HEADERS = {
  // Every answer, a refusal too, is for one caller (api.md section 1). Public lists set their own header.
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none';img-src 'self' data: blob:;frame-src 'self' blob:;base-uri 'none';form-action 'self';frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

export const sendCallHeaders: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(CALL_HEADERS);
  done();
};
