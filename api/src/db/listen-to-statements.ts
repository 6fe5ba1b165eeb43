import type { KyselyPlugin } from 'kysely';

/** Calls `onStatement` with each statement that goes through it, before it is sent. */
export function listenToStatements(onStatement: (text: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (node.kind === 'RawNode') onStatement(node.sqlFragments.join(' '));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
