/**
 * The only things that may become a script or markup where the page demands Trusted Types (`protect-pages.ts`; W3C,
 * «Trusted Types»): scripts and workers of the portal itself, and markup that can run nothing. The browser refuses
 * any other text, so text of a user that a fault hands to `innerHTML` or to the address of a script stays text.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  // The page of the cabinet has installed it before the application comes.
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createScriptURL: (address) => (isOwnScript(address) ? address : null),
    createHTML: (markup) => (canRun(markup) ? null : markup),
  });
}

interface PolicyFactory {
  defaultPolicy: unknown;
  createPolicy: (name: string, rules: Record<string, (text: string) => string | null>) => unknown;
}

/** A worker that compresses a file is made of a blob of the page's own. */
export function isOwnScript(address: string): boolean {
  const { origin, protocol } = new URL(address, location.href);
  return origin === location.origin && (protocol === 'blob:' || protocol === location.protocol);
}

const ACTIVE_MARKUP =
  /<\s*(?:script|iframe|object|embed|base|link|meta|style|form|svg|math|template)\b|[\s"'/]on\w+\s*=|javascript:/i;

export function canRun(markup: string): boolean {
  return ACTIVE_MARKUP.test(markup);
}
