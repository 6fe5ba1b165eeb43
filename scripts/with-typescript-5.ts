import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Preloaded (`node --import`) into generators that build code with TypeScript's JavaScript API. TypeScript 7 has none, so
 * they get the version 5 that `oazapfts` depends on.
 */
const typescript = createRequire(import.meta.resolve('oazapfts')).resolve('typescript');

registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: pathToFileURL(typescript).href, shortCircuit: true } : next(name, context),
});
