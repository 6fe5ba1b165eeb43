import fs from 'node:fs';
import path from 'node:path';
import { findMovementFaults } from './check-movements.ts';
import { findDocumentFaults } from './check-documents.ts';
import { findMigrationFaults } from './check-migrations.ts';
import { checkComments, checkDocumentWords, checkTitles } from './check-prose.ts';
import { checkCitations, checkDrawing, checkRussian } from './check-texts.ts';
import { listImports, withoutComments } from '../list-imports.ts';
import { drawTree, findTreeFaults } from './check-tree.ts';
import { findGlossaryFaults } from './check-glossary.ts';
import { findWordFaults } from './check-words.ts';
import { AREAS } from './module-order.ts';
import type { Fault, SourceTree } from './source-tree.ts';

/**
 * Finds files in the wrong place or under the wrong name, and imports against the order of layers. Calls and settings in
 * the wrong place are left to .oxlintrc.json, lines of documents to .markdownlint-cli2.jsonc.
 */
export function findFaults(tree: SourceTree): Fault[] {
  const rules = [
    checkFileNames,
    checkModule,
    checkGateway,
    checkFeatureImports,
    checkLayers,
    checkActionPieces,
    checkTimeControls,
    findMovementFaults,
    findWordFaults,
    checkDocumentWords,
    checkMigration,
    checkCitations,
    checkRussian,
    checkTitles,
    checkComments,
    checkDrawing,
  ];
  return [...tree].flatMap(([file, text]) =>
    rules.flatMap((rule) => rule(file, text)).map((message) => ({ file, message })),
  );
}

const gateways =
  'sms mail captcha company-registry fuel-network edm-operator file-storage routing tender-board time-stamps fast-payments receipts webhooks chat-bot telegram max web-push bank-api telematics'.split(
    ' ',
  );

/** First words that can only be verbs. Words that are nouns as well (order, report, transfer) are not listed. */
const verbs = new Set(
  `accept add announce apply approve assign attach build calculate cancel change check choose clear close collect compute
  confirm connect count create decide delete deliver detach distribute download edit end enqueue ensure expire fetch find
  finish get give grant handle import invite issue keep list load make mark migrate move notify open parse pay pick place
  post prepare present print process publish pull put read receive reconcile refresh refuse register reject release remind
  remove render renew replace require reset resolve restore retry revoke run save search seed select send set settle show
  sign start stop store submit sum take tell unblock update upload use validate verify withdraw write`.split(
    /\s+/,
  ),
);

function checkFileNames(file: string): string[] {
  // The ending of a unit is systemd's.
  if (file.startsWith('ops/systemd/')) return [];
  const vague = file
    .split('/')
    .find((part) => /^(.*[-.])?(index|helpers?|utils?|services?|managers?)(\.tsx?)?$/i.test(part));
  if (!vague) return [];
  return [
    `"${vague}" says nothing of what is inside: name the file by what it does (verb-noun) or by the thing it describes.`,
  ];
}

/**
 * An area holds its README and its modules; a large module has one level of folders. A noun file holds a record, the
 * queries that read it and small changes of its state, and is the module's public API; a store is private to its module;
 * a use case exports one function of its file's name.
 */
function checkModule(file: string, text: string): string[] {
  const [, area = '', module, part, name] =
    /^api\/src\/modules\/([^/]+)\/(?:([^/]+)\/)?(?:([^/]+)\/)?(.+)$/.exec(file) ?? [];
  if (!name) return [];
  const modules = AREAS[area];
  if (!modules)
    return [
      `There is no area "${area}": the areas are ${Object.keys(AREAS).join(', ')} (scripts/checks/module-order.ts).`,
    ];
  if (!module) {
    if (name === 'README.md') return [];
    return [`An area holds only its README and its modules: put the file into one of ${modules.join(', ')}.`];
  }
  if (!modules.includes(module)) {
    return [
      `There is no module "${module}" in "${area}": put the file into one of ${modules.join(', ')}, or add the module to scripts/checks/module-order.ts.`,
    ];
  }
  if (name.includes('/')) return [`A module has one level of folders: move the file up into "${part}".`];
  // Rules about XML are XML themselves.
  if (name === 'README.md' || name.endsWith('.test.ts') || name.endsWith('-rules.xsd')) return [];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(name)) {
    return [
      'A module holds routes.ts, verb-noun.ts, noun-store.ts, policy.ts, present.ts, noun.ts, tests and README.md: move this file or rename it.',
    ];
  }
  if (['routes.ts', 'policy.ts', 'present.ts'].includes(name) || name.endsWith('-store.ts')) return [];
  return checkUseCaseOrNoun(name.replace(/\.ts$/, ''), text);
}

function checkUseCaseOrNoun(name: string, text: string): string[] {
  const exported = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (new RegExp(`^export (async )?(function\\*?|const) ${exported}\\b`, 'm').test(text)) return [];
  if (name.includes('-') && verbs.has(name.split('-')[0] ?? '')) {
    return [
      `A use case exports one function of its file's name: export ${exported}, or name the file by what it exports.`,
    ];
  }
  return [];
}

function checkGateway(file: string): string[] {
  const gateway = /^api\/src\/gateways\/([^/]+)\//.exec(file)?.[1];
  if (!gateway || gateways.includes(gateway)) return [];
  return [
    `There is no gateway "${gateway}": put the file into one of ${gateways.join(', ')}, or add the gateway to scripts/checks/check-structure.ts.`,
  ];
}

function checkFeatureImports(file: string, text: string): string[] {
  const own = getFeature(file);
  if (!own) return [];
  const others = listImports(file, text)
    .map(getFeature)
    .filter((feature) => feature && feature !== own);
  return [...new Set(others)].map(
    (value) =>
      `Feature "${own}" imports feature "${value}": let the page compose them, or move the shared part to forms, ui or lib.`,
  );
}

function getFeature(file: string): string | undefined {
  return /^web\/src\/features\/([^/]+\/[^/]+)\//.exec(file)?.[1];
}

/**
 * Import order of the layers in web/, the highest first. Layouts are on one level with pages. Code that several
 * features of the cards or of the staff share is in `cards` and `staff`.
 */
const layers = [
  ['routes.tsx'],
  ['pages', 'layouts'],
  ['features'],
  ['staff'],
  ['forms'],
  ['cards'],
  ['tables'],
  ['actions'],
  ['ui'],
  ['state'],
  ['server'],
  ['lib'],
];

function checkLayers(file: string, text: string): string[] {
  const own = getLayer(file);
  if (own === undefined) return [];
  return listImports(file, text)
    .filter((target) => (getLayer(target) ?? own) < own)
    .map(
      (target) =>
        `${target} lies above this file (${layers.flat().join(', ')}): take what is needed as props or arguments, or move the shared part down.`,
    );
}

/** Refuses pieces of the protocol of changes outside `actions`, which decides once what every sent change needs. */
function checkActionPieces(file: string, text: string): string[] {
  if (!/^web\/src\/(features|pages|layouts|staff|forms|cards|tables|ui)\//.test(file)) return [];
  const piece = /\b(newRequestKey|isAlreadyDone(?=\()|useIsMounted|useMutation|useIsMutating)\b/.exec(
    withoutComments(text),
  )?.[0];
  if (!piece) return [];
  return [
    `${piece} belongs to the protocol: send the change by useEndpointAction (web/src/actions/use-endpoint-action.ts) and declare what differs.`,
  ];
}

/** The browser's own control of a day or a time uses the language of the browser, and no test can find out which. */
function checkTimeControls(file: string, text: string): string[] {
  if (!file.startsWith('web/src/')) return [];
  const control = /\btype(=\{?|: ?)["'`](date|datetime-local|time|month|week)["'`]/.exec(
    withoutComments(text),
  )?.[2];
  if (!control) return [];
  return [
    `A control of type "${control}" speaks the language of the browser: use DayField, TimeField, MomentField or PeriodFields of web/src/forms.`,
  ];
}

function getLayer(file: string): number | undefined {
  const part = /^web\/src\/([^/]+)/.exec(file)?.[1];
  const layer = layers.findIndex((names) => part !== undefined && names.includes(part));
  return layer < 0 ? undefined : layer;
}

const MAX_FILES_IN_FOLDER = 40;
/** Folders whose files are read by number, not by scanning names. */
const NUMBERED_FOLDERS = ['api/src/db/migrations', 'docs/decisions'];

/** Finds folders in which a reader scans too many names. */
export function findLargeFolders(tree: SourceTree): Fault[] {
  const counts = new Map<string, number>();
  for (const file of tree.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES_IN_FOLDER && !NUMBERED_FOLDERS.includes(folder))
    .map(([folder, count]) => ({
      file: folder,
      message: `A folder has at most ${MAX_FILES_IN_FOLDER} files, not ${count}: divide it by what they do.`,
    }));
}

function checkMigration(file: string, text: string): string[] {
  const name = /^api\/src\/db\/migrations\/([^/]+\.sql)$/.exec(file)?.[1];
  return name ? findMigrationFaults(name, text) : [];
}

function readTree(root: string, folders: string[]): SourceTree {
  const tree: SourceTree = new Map();
  for (const folder of folders) {
    if (!fs.existsSync(path.join(root, folder))) continue;
    const recursive = folder !== '.';
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive, withFileTypes: true })) {
      const file = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
      if (!entry.isFile() || /(^|\/)(node_modules|dist)\//.test(file)) continue;
      if (folder === '.' && !file.endsWith('.md')) continue;
      // Sources and documents are read; for other files the name is enough.
      tree.set(
        file,
        /\.(tsx?|css|sql|md)$|^ops\/.*(\.(ya?ml|conf|service|timer|example|toml|sh)|file)$/.test(file)
          ? fs.readFileSync(path.join(root, file), 'utf8')
          : '',
      );
    }
  }
  return tree;
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '../..');
  const folders = ['.', '.github', 'docs', 'contract', 'api', 'web', 'e2e', 'scripts', 'tools', 'ops'];
  const tree = readTree(root, folders);
  const grown = findTreeFaults(tree);
  const faults = [
    ...findFaults(tree),
    ...findLargeFolders(tree),
    ...Object.values(grown).flat(),
    ...findGlossaryFaults(tree),
    ...findDocumentFaults(tree),
  ];
  for (const { file, message } of faults) console.error(`${file}: ${message}`);
  console.log(drawTree(tree, grown));
  console.log(faults.length === 0 ? 'The structure holds.' : `${faults.length} faults in the structure.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
