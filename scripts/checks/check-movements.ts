import { listImports, withoutComments } from '../list-imports.ts';

const MAX_LINES = 60;

/** Files between the books and PostgreSQL: the folder itself, and the ledger's own rules of posting. */
const ENGINE = /^api\/src\/modules\/money\/(posting\/|ledger\/(plan-transfers|post-transfers)\.ts)/;

/** The engine's public API: the two ways to post, the shape of a movement, a company's balances. */
const PUBLIC_API = /\/posting\/(post-movement|post-under-lock|money-movement|balances|find-balances)\.ts$/;

/** Refuses a long money movement, and one that reaches the books past the engine's public API. */
export function findMovementFaults(file: string, text: string): string[] {
  const isModule = file.startsWith('api/src/modules/') && !file.endsWith('.test.ts');
  if (!isModule || /^api\/src\/modules\/money\/(posting|ledger)\//.test(file)) return [];
  return [...findLongMovement(text), ...findEngineParts(file, text)];
}

function findLongMovement(text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= MAX_LINES || !/\bpost(Movement|UnderLock)\b/.test(withoutComments(text))) return [];
  return [
    `A money movement has at most ${MAX_LINES} lines, this file has ${lines}: leave in it what the movement needs and what it does ` +
      'with the books, and put its arithmetic, its sentences and its types into noun files beside it, as move-many-cards.ts does.',
  ];
}

function findEngineParts(file: string, text: string): string[] {
  return listImports(file, text)
    .filter((target) => ENGINE.test(target) && !PUBLIC_API.test(target))
    .map(
      (target) =>
        `${target} is inside the engine: declare a movement and post it by postMovement or postUnderLock (money/posting/README.md).`,
    );
}
