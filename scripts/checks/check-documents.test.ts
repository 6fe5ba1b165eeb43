import { expect, test } from 'vitest';
import { findDocumentFaults } from './check-documents.ts';

const SOUND: readonly [string, string][] = [
  ['README.md', '[Money](docs/money.md#a-payment-by-сбп) and [here](#here), `[x](no.md)`\n# Here'],
  ['docs/money.md', '# Money\n\n## A payment by СБП\n'],
  ['docs/operations/symptoms.md', '| `MagistralDown` | [Money](../money.md) |'],
  ['ops/prometheus/alerts.yml', '      - alert: MagistralDown\n'],
  ['api/src/a.ts', '// docs/money.md has the rule.'],
];

function findMessages(...files: [string, string][]): string[] {
  return findDocumentFaults(new Map([...SOUND, ...files])).map(({ file, message }) => `${file}: ${message}`);
}

test('links, citations and alerts that lead somewhere are no fault', () => {
  expect(findMessages()).toEqual([]);
});

test('a link to a missing page or heading is a fault', () => {
  expect(findMessages(['docs/scale.md', '[a](gone.md) [b](money.md#gone)'])).toEqual([
    'docs/scale.md: It links to gone.md, which does not exist.',
    'docs/scale.md: It links to money.md#gone: docs/money.md has no such heading.',
  ]);
});

test('a comment that cites a missing page is a fault', () => {
  expect(findMessages(['api/src/a.ts', '// docs/gone.md has the rule.'])).toEqual([
    'api/src/a.ts: It cites docs/gone.md, which does not exist.',
  ]);
});

test('an alert without a line in the index by symptom is a fault', () => {
  expect(
    findMessages(['ops/prometheus/alerts.yml', '- alert: MagistralDown\n- alert: MagistralSlow\n']),
  ).toEqual(['docs/operations/symptoms.md: It has no line for the alert MagistralSlow.']);
});
