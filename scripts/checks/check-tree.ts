import path from 'node:path';
import { listImports, withoutComments } from '../list-imports.ts';
import { AREAS, getOrder, getModule } from './module-order.ts';
import type { Fault, SourceTree } from './source-tree.ts';

export interface TreeFaults {
  /** Imports of a module that is later in the order. Without them there is no cycle of modules. */
  upward: Fault[];
  /** Imports of another module's `*-store.ts`. */
  foreignStores: Fault[];
  /** Tables that two modules write. */
  sharedTables: Fault[];
  /** Areas whose README does not name the tables that they write. */
  readmes: Fault[];
}

/** Holds the back end to the tree of `module-order.ts`. Tests, and what only they use, may import everything. */
export function findTreeFaults(tree: SourceTree): TreeFaults {
  const faults: TreeFaults = { upward: [], foreignStores: [], sharedTables: [], readmes: [] };
  for (const [file, text] of tree) {
    const module = getModule(file);
    if (module === undefined) continue;
    if (getOrder(module) < 0) faults.upward.push({ file, message: unknownModule(module) });
    for (const target of listImports(file, text)) {
      const other = getModule(target);
      if (other === undefined || other === module) continue;
      if (getOrder(other) > getOrder(module))
        faults.upward.push({ file, message: findUpwardImport(target, other, module) });
      // A gateway's file store is no table.
      if (target.endsWith('-store.ts') && other !== 'gateways')
        faults.foreignStores.push({ file, message: findForeignStore(target, other) });
    }
  }
  const writers = listWriters(tree);
  for (const [table, filesByModule] of writers) {
    if (filesByModule.size < 2) continue;
    const [file = ''] = [...filesByModule.values()].flat();
    faults.sharedTables.push({ file, message: sharedTable(table, filesByModule) });
  }
  faults.readmes = findReadmeFaults(tree, writers);
  return faults;
}

function findUpwardImport(target: string, value: string, module: string): string {
  return `${target} is in "${value}", which stands behind "${module}" (scripts/checks/module-order.ts): move what is needed down, let the caller pass it in, or move this file to where both are known.`;
}

function unknownModule(module: string): string {
  return `"${module}" has no place among the rooms: name it in scripts/checks/module-order.ts, behind what it needs.`;
}

function findForeignStore(target: string, value: string): string {
  return `${target} is the own store of "${value}": move the function that is needed into a file of its name there (verb-noun.ts), and import that.`;
}

function sharedTable(table: string, filesByModule: ReadonlyMap<string, string[]>): string {
  const who = [...filesByModule].map(
    ([module, files]) => `${module} (${files.map((file) => path.posix.basename(file)).join(', ')})`,
  );
  return `The table ${table} is written by ${who.join(' and ')}: let its owner export the write, and call that.`;
}

function findReadmeFaults(tree: SourceTree, writers: Writers): Fault[] {
  return Object.entries(AREAS).flatMap(([area, modules]) => {
    const file = `api/src/modules/${area}/README.md`;
    const text = tree.get(file);
    if (text === undefined)
      return [{ file, message: 'An area has a README: what it is for, its tables, its door.' }];
    const input = [...(/^Tables: ([^]*?)\n\n/m.exec(text)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, table]) => table ?? '',
    );
    const written = [...writers]
      .filter(([, filesByModule]) => modules.some((module) => filesByModule.has(module)))
      .map(([table]) => table);
    if (input.toSorted().join() === written.toSorted().join()) return [];
    const list = written.toSorted().map((table) => `\`${table}\``);
    return [
      {
        file,
        message: `The area writes other tables than the README says. Write: Tables: ${list.join(', ')}.`,
      },
    ];
  });
}

type Writers = Map<string, Map<string, string[]>>;

/**
 * Maps a table to the modules that write it, and these to their files. Reads may cross modules, because a list joins
 * several tables.
 */
function listWriters(tree: SourceTree): Writers {
  const writers: Writers = new Map();
  for (const [file, text] of tree) {
    const module = getModule(file);
    if (module === undefined || module === 'db' || module === 'demonstration') continue;
    const writes = withoutComments(text).matchAll(
      /\b(?:insert\s+into|delete\s+from|update(?=\s+(?:only\s+)?[a-z_.]+\s+(?:as\s+\w+\s+|\w+\s+)?set\b))\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)\b/g,
    );
    for (const [, table = ''] of writes) {
      const filesByModule = writers.get(table) ?? new Map<string, string[]>();
      filesByModule.set(module, [...new Set([...(filesByModule.get(module) ?? []), file])]);
      writers.set(table, filesByModule);
    }
  }
  return writers;
}

/** The tree in a few lines, with what the checks have counted. */
export function drawTree(tree: SourceTree, faults: TreeFaults): string {
  const files = (module: string) => [...tree.keys()].filter((file) => getModule(file) === module).length;
  const areas = Object.entries(AREAS).map(
    ([area, modules]) =>
      `  ${area.padEnd(10)} ${modules.map((module) => `${module} ${files(module)}`).join(', ')}`,
  );
  return [
    `${areas.length} areas, ${Object.values(AREAS).flat().length} modules (with their files):`,
    ...areas,
    `upward imports ${faults.upward.length}, foreign stores ${faults.foreignStores.length}, ` +
      `tables with two writers ${faults.sharedTables.length}`,
  ].join('\n');
}
