import { createRequire } from 'node:module';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import { compareVersions, oldestBrowsers, type OldestBrowser } from './oldest-browsers.ts';

/** Something that the language or the browser offers, and that an oldest browser lacks. */
export interface BuiltIn {
  /** The object that has the built-in, such as `Array`; empty for a global. */
  owner: string;
  /** `toSorted`; `structuredClone` for a global. */
  name: string;
  kind: 'language' | 'browser';
  /** Whether it can only exist on the owner itself, never on its instances. */
  isStatic: boolean;
  /** Whether every oldest browser has another built-in of the same name, such as `map` of arrays and of iterators. */
  isShared: boolean;
}

export const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** The parts of the browser that a page of this product touches: other names are those of half the world's code. */
const COMMON_BUILT_INS =
  /^(AbortController|AbortSignal|Blob|Clipboard|Crypto|CustomEvent|DOMRect|DOMTokenList|Document|DocumentFragment|Element|Event|EventSource|EventTarget|File|FormData|Headers|History|HTML\w*Element|IntersectionObserver|KeyboardEvent|Location|MediaQueryList|MutationObserver|Navigator|Node|NodeList|Notification|Performance|PointerEvent|PublicKeyCredential|Range|Request|ResizeObserver|Response|Scheduler|ShadowRoot|Storage|StorageManager|SubmitEvent|TextDecoder|TextEncoder|URL|URLSearchParams|Window)$/;
/** Present everywhere by now; a name shared with arrays is taken for a newer built-in only if it was by this day. */
const SETTLED_BY = '2025-06-01';

/** Returns the built-ins that one of `browsers` lacks. */
export function newerBuiltIns(browsers: readonly OldestBrowser[] = oldestBrowsers()): BuiltIn[] {
  const all = [
    ...listMembers(data.javascript.builtins ?? {}, 'language'),
    ...listMembers(data.api, 'browser'),
  ];
  const isOld = ({ compat }: Member): boolean => browsers.every((browser) => isSupportedBy(compat, browser));
  const oldNames = new Set(all.filter((member) => isOld(member) && !member.isStatic).map(({ name }) => name));
  return all
    .filter((member) => !isOld(member))
    .map(({ compat, ...builtIn }) => ({ ...builtIn, compat, isShared: oldNames.has(builtIn.name) }))
    .filter(
      ({ isShared, isStatic, owner, kind, compat }) =>
        !isShared || isStatic || owner === '' || (kind === 'language' && isSettled(compat)),
    )
    .map(({ owner, name, kind, isStatic, isShared }) => ({ owner, name, kind, isStatic, isShared }));
}

type Member = Omit<BuiltIn, 'isShared'> & { compat: CompatStatement };

function listMembers(group: Identifier, kind: BuiltIn['kind']): Member[] {
  return Object.entries<Identifier>(group).flatMap(([owner, members]) => {
    if (owner === '__compat' || (kind === 'browser' && members.__compat && !isWanted(owner))) return [];
    const own = members.__compat
      ? [{ owner: '', name: owner, kind, isStatic: false, compat: members.__compat }]
      : [];
    const named = Object.entries<Identifier>(members).flatMap(([key, { __compat: compat }]) => {
      const name = key.replace('_static', '');
      if (!compat || !isStandard(compat) || !/^[a-z]\w*$/i.test(name) || name === owner) return [];
      const isStatic = key.endsWith('_static') || isOnConstructor(owner, name);
      return [{ owner, name, kind, isStatic, compat }];
    });
    return [...own, ...named];
  });
}

/** No library of a page uses the experiments of a single browser. */
function isStandard({ status }: CompatStatement): boolean {
  return !status || (status.standard_track && !status.deprecated && !status.experimental);
}

/** Functions of the window stand in the data beside the interfaces: `structuredClone`. */
function isWanted(owner: string): boolean {
  return COMMON_BUILT_INS.test(owner) || /^[a-z]/.test(owner);
}

/** The data of the language lacks this. This Node has all of them, or none of the product's code can be tested. */
function isOnConstructor(owner: string, name: string): boolean {
  const found = (globalThis as Record<string, unknown>)[owner];
  if ((typeof found !== 'object' && typeof found !== 'function') || found === null) return false;
  const { prototype } = found as { prototype?: object };
  return name in found && !(prototype && name in prototype);
}

function isSettled(compat: CompatStatement): boolean {
  return (['chrome', 'firefox', 'safari'] as const).every((name) =>
    getSupport(compat, name).some(({ version_added: since }) => {
      const release =
        typeof since === 'string' ? data.browsers[name].releases[since.replace('≤', '')] : undefined;
      return release?.release_date !== undefined && release.release_date < SETTLED_BY;
    }),
  );
}

/** Whether a browser of that version has it without a flag. */
export function isSupportedBy(compat: CompatStatement, { name, version }: OldestBrowser): boolean {
  return getSupport(compat, name).some(
    ({ version_added: since }) =>
      typeof since === 'string' &&
      since !== 'preview' &&
      compareVersions(since.replace('≤', ''), version) <= 0,
  );
}

/** Returns the support that a page gets without a flag or a prefix, and as the specification defines it. */
function getSupport(compat: CompatStatement, name: OldestBrowser['name']): SimpleSupportStatement[] {
  const support = compat.support[name] ?? [];
  return [support]
    .flat()
    .filter(
      (simpleSupportStatement) =>
        !simpleSupportStatement.flags &&
        !simpleSupportStatement.prefix &&
        !simpleSupportStatement.alternative_name &&
        !simpleSupportStatement.version_removed,
    );
}
