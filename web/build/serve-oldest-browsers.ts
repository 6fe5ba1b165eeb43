import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuiltIn } from './newer-built-ins.ts';
import { buildTargets } from './oldest-browsers.ts';
import { refuseNewerPatterns } from './newer-patterns.ts';
import { formatName, findPolyfill, findPolyfills, formatPresenceCheck } from './used-built-ins.ts';

const ROOT = path.join(import.meta.dirname, '..');
const ENTRY = 'virtual:polyfills';
/** A worker has no page that could bring it anything. */
const WORKER = /worker-[\w-]+\.js$/;
/** Stands first in the head: what it brings must be there before any other script. */
const PLACE = '<meta charset="utf-8" />';

/**
 * Lets the application run in the oldest browsers of package.json. The page asks first whether all newer built-ins that the
 * built files use are there; only a browser that lacks one loads polyfills, before anything else. An older browser still
 * reads a sentence with the operator's phone. The build fails when a file uses something that no polyfill brings.
 */
export function serveOldestBrowsers(): Plugin {
  return {
    name: 'serve-oldest-browsers',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The page of the application was not built');
      const used = listUsedBuiltIns(bundle);
      const polyfills = await buildPolyfills(used);
      const fileName = `assets/polyfills-${createHash('sha256').update(polyfills).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: polyfills });
      const html = String(page.source);
      if (!html.includes(PLACE)) throw new Error(`The page of the application has no ${PLACE}`);
      page.source = html.replace(
        PLACE,
        () => `${PLACE}<script>${earlyScript(used, `/${fileName}`)}</script>`,
      );
    },
  };
}

/** Checks all files that the browser gets; those that stand alone may use nothing newer. */
function listUsedBuiltIns(bundle: Rolldown.OutputBundle): BuiltIn[] {
  const used = new Map<string, BuiltIn>();
  for (const part of Object.values(bundle)) {
    if (!part.fileName.endsWith('.js')) continue;
    const code = part.type === 'chunk' ? part.code : String(part.source);
    refuseNewerPatterns(code, part.fileName);
    const found = findPolyfills(code, part.fileName);
    if (WORKER.test(part.fileName)) refuse(part.fileName, found);
    else for (const builtIn of found) used.set(formatName(builtIn), builtIn);
  }
  const folder = path.join(ROOT, 'public');
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const code = fs.readFileSync(path.join(folder, file), 'utf8');
    refuseNewerPatterns(code, file);
    refuse(file, findPolyfills(code, file));
  }
  return [...used.values()].toSorted((a, b) => (formatName(a) < formatName(b) ? -1 : 1));
}

/** A shared name is there the older built-in's: `map` of an array. */
function refuse(file: string, found: readonly BuiltIn[]): void {
  const newer = found.filter(({ isShared }) => !isShared).map(formatName);
  if (newer.length > 0)
    throw new Error(`${file} stands alone and can't use ${newer.join(', ')}: the oldest browsers lack them.`);
}

async function buildPolyfills(used: readonly BuiltIn[]): Promise<string> {
  const modules = [...new Set(used.flatMap((builtIn) => findPolyfill(builtIn) ?? []))];
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [
      {
        name: 'list-polyfills',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? modules.map((module) => `import '${module}';`).join('\n') : null),
      },
    ],
    build: {
      write: false,
      target: buildTargets(),
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
      modulePreload: false,
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/**
 * Returns a script in the oldest JavaScript, for browsers that know no other. The script element that it writes blocks
 * everything after it on purpose: the application must not start before the polyfills. Its policy lets this markup through
 * where the page demands Trusted Types (`trusted-types.ts`).
 */
function earlyScript(used: readonly BuiltIn[], polyfills: string): string {
  const lacks = used.map((builtIn) => `!(${formatPresenceCheck(builtIn)})`).join('||');
  return `(function(w,d){var o=!w.structuredClone||![].findLast||!CSS.supports('container-type','size');
if(o)w.addEventListener('load',function(){var p=d.createElement('p'),c=JSON.parse(d.getElementById('operator').textContent),a=d.createElement('a');
p.id='old-browser';p.setAttribute('role','alert');p.style.cssText='padding:16px;margin:0;font:18px/1.4 sans-serif';
p.appendChild(d.createTextNode('Этот браузер слишком старый, страница может не открыться. Обновите его, откройте портал в другом браузере или позвоните: '));
a.href='tel:'+c.phone.replace(/[^+\\d]/g,'');a.appendChild(d.createTextNode(c.phone));p.appendChild(a);d.body.insertBefore(p,d.body.firstChild)});
else if(${lacks}){var t=w.trustedTypes,m=function(h){return h},y=t?t.createPolicy('polyfills',{createHTML:m}):{createHTML:m};
d.write(y.createHTML('<script src="${polyfills}"><\\/script>'))}})(window,document)`.replaceAll('\n', '');
}
