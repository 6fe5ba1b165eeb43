import path from 'node:path';

interface DocumentFault {
  file: string;
  message: string;
}

/** Faults of the documents together: links and cited pages that do not exist, alerts without a line for the person on call. */
export function findDocumentFaults(tree: ReadonlyMap<string, string>): DocumentFault[] {
  return [...findDeadLinks(tree), ...findDeadCitations(tree), ...findMissingAlerts(tree)];
}

/** Checks `[text](page.md#heading)` relative to its page. */
function findDeadLinks(tree: ReadonlyMap<string, string>): DocumentFault[] {
  return listDocuments(tree).flatMap(([file, text]) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .flatMap((target) => {
        const [page = '', anchor] = target.split('#');
        const linked = page === '' ? file : path.posix.join(path.posix.dirname(file), page);
        if (!tree.has(linked)) return [{ file, message: `It links to ${target}, which does not exist.` }];
        const isFound = anchor === undefined || listAnchors(tree.get(linked) ?? '').has(anchor);
        return isFound ? [] : [{ file, message: `It links to ${target}: ${linked} has no such heading.` }];
      }),
  );
}

/**
 * Checks citations such as `docs/money.md` in code and documents. Migrations are never edited, so theirs may be outdated.
 */
function findDeadCitations(tree: ReadonlyMap<string, string>): DocumentFault[] {
  return [...tree]
    .filter(([file]) => !/^api\/src\/db\/migrations\/|\.test\.ts$/.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/(?<![\w/])docs\/[a-z0-9/-]+\.md\b/g)]
        .filter(([page]) => !tree.has(page))
        .map(([page]) => ({ file, message: `It cites ${page}, which does not exist.` })),
    );
}

function findMissingAlerts(tree: ReadonlyMap<string, string>): DocumentFault[] {
  const file = 'docs/operations/symptoms.md';
  const index = tree.get(file) ?? '';
  return [...(tree.get('ops/prometheus/alerts.yml') ?? '').matchAll(/- alert: (\w+)/g)]
    .filter(([, alert]) => !index.includes(`\`${alert}\``))
    .map(([, alert]) => ({ file, message: `It has no line for the alert ${alert}.` }));
}

function listDocuments(tree: ReadonlyMap<string, string>): [string, string][] {
  return [...tree].filter(([file]) => file.endsWith('.md'));
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Headings under the names that GitHub gives them. */
function listAnchors(text: string): Set<string> {
  const headings = text.matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
