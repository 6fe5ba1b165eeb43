import path from 'node:path';
import type { ESTree, Plugin } from 'vite';

const CONTRACT = path.join(import.meta.dirname, '../../contract/src/');

/**
 * The parts of a call that the browser needs at run time (web/src/server/client.ts, web/src/actions/use-endpoint-action.ts,
 * web/src/staff/use-staff-action.ts). The rest is for the server and, as types, for the compiler.
 */
const CLIENT_FIELDS = new Set(['name', 'method', 'path', 'file', 'idempotent', 'secondPerson', 'sentAs']);

/**
 * Removes from the built application what the contract has for the server only: the schemas of every call and the
 * library that parses with them, a tenth of the cabinet's weight. Screens use the schemas as types; they validate
 * input with the contract's functions. The build fails when a schema is used in the browser.
 */
export function lightenContract(): Plugin {
  return {
    name: 'lighten-contract',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null;
      const cuts = this.parse(code, { lang: id.endsWith('.ts') ? 'ts' : 'js' }).body.flatMap(findCuts);
      return { code: applyCuts(code, cuts), map: null };
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.moduleIds.some((id) => /node_modules\/zod\//.test(id)))
          this.error(
            `${part.fileName} reads by a schema in the browser: write the rule into the contract as a function, like innProblem.`,
          );
    },
  };
}

/** A part of the text, and what stands in its place. */
type Cut = { start: number; end: number; text: string };

/**
 * The contract only declares things, so any call with an unused result can be dropped. Bundlers accept such a mark
 * (`PURE`) on one call only, not on a chain or on calls inside an object. Hence one wrapping call each.
 */
function findCuts(statement: ESTree.Program['body'][number]): Cut[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) => {
    if (
      init?.type === 'CallExpression' &&
      init.callee.type === 'Identifier' &&
      init.callee.name === 'endpoint'
    )
      return [{ start: init.start, end: init.start, text: `${PURE} ` }, ...findServerProperties(init)];
    if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') return [];
    return [
      { start: init.start, end: init.start, text: `${PURE} (() => (` },
      { start: init.end, end: init.end, text: '))()' },
    ];
  });
}

const PURE = '/* @__PURE__ */';

function findServerProperties(call: ESTree.CallExpression): Cut[] {
  const [input] = call.arguments;
  if (input?.type !== 'ObjectExpression') return [];
  return input.properties.flatMap((property, at) =>
    property.type === 'Property' && property.key.type === 'Identifier' && CLIENT_FIELDS.has(property.key.name)
      ? []
      : [{ start: property.start, end: input.properties[at + 1]?.start ?? input.end - 1, text: '' }],
  );
}

function applyCuts(code: string, cuts: readonly Cut[]): string {
  let at = 0;
  const pieces = cuts.map(({ start, end, text }) => {
    const before = code.slice(at, start) + text;
    at = end;
    return before;
  });
  return pieces.join('') + code.slice(at);
}
