import type { BrowserContext, Page } from '@playwright/test';
import { newerBuiltIns } from '../../web/build/newer-built-ins.ts';

/**
 * Takes from a browser, before any script of a page, all that one of the oldest browsers of package.json lacks. Trusted Types stay: this
 * browser goes on demanding them, and one that lacks them demands nothing.
 */
export async function emulateOldestBrowser(context: BrowserContext | Page): Promise<void> {
  const missing = newerBuiltIns()
    .filter(({ name }) => name !== 'trustedTypes')
    .map(({ owner, name, isStatic }) => ({ owner, name, isStatic }));
  await context.addInitScript((builtIns) => {
    const page = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
    const ofAllTypedArrays = Object.getPrototypeOf(Int8Array) as { prototype: object };
    const globals = builtIns.filter(({ owner }) => owner === '');
    for (const { owner, name, isStatic } of builtIns.filter(({ owner }) => owner !== '')) {
      const type = owner === 'TypedArray' ? ofAllTypedArrays : page[owner];
      // Properties that only an engine may write stay, such as `length` of a function.
      if (type) Reflect.deleteProperty(isStatic ? type : (type.prototype ?? type), name);
    }
    for (const { name } of [...globals, { name: 'Iterator' }]) Reflect.deleteProperty(page, name);
  }, missing);
}
