import { importedFiles, withoutComments } from './check-tree.ts';

const MOST_LINES = 60;

/** What stands between the books and PostgreSQL: the folder itself, and the ledger's own rules of posting. */
const ENGINE =
  /^api\/src\/modules\/money\/(posting\/|ledger\/(plan-transfers|post-transfers|write-posting)\.ts)/;

/** What a deed and its readers may know of it: the two ways to post, the shape of a deed, a company's balances. */
const DOOR = /\/posting\/(post-deed|post-under-lock|deed|balances|find-balances)\.ts$/;

/** A deed that moves money is read at one glance, and reaches the books by the door. */
export function findDeedFaults(file: string, text: string): string[] {
  const isModule = file.startsWith('api/src/modules/') && !file.endsWith('.test.ts');
  if (!isModule || /^api\/src\/modules\/money\/(posting|ledger)\//.test(file)) return [];
  return [...findLongDeed(text), ...findEngineParts(file, text)];
}

function findLongDeed(text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= MOST_LINES || !/\bpost(Deed|UnderLock)\b/.test(withoutComments(text))) return [];
  return [
    `A deed that moves money has at most ${MOST_LINES} lines, this file has ${lines}: leave in it what the deed needs and what it does ` +
      'with the books, and put its arithmetic, its sentences and its types into noun files beside it, as move-many-cards.ts does.',
  ];
}

function findEngineParts(file: string, text: string): string[] {
  return importedFiles(file, text)
    .filter((target) => ENGINE.test(target) && !DOOR.test(target))
    .map(
      (target) =>
        `${target} is inside the engine: declare a deed and post it by postDeed or postUnderLock (money/posting/README.md).`,
    );
}
