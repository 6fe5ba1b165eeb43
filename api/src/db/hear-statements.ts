import type { KyselyPlugin } from 'kysely';

/** Tells of each statement that goes through it, before it is sent. */
export function hearStatements(hear: (text: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (node.kind === 'RawNode') hear(node.sqlFragments.join(' '));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
