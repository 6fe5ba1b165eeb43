import { readdirSync, readFileSync } from 'node:fs';
import { DEVELOPERS_PROMISE, GUIDES, type Guide } from '#contract/developer-guides.ts';
import { escapeHtml } from '../lib/escape-html.ts';

const FOLDER = new URL('../../../contract/guides/', import.meta.url);

/** Returns the examples of the developers' guides by the names of their files. */
export function readExamples(): Map<string, string> {
  return new Map(readdirSync(FOLDER).map((file) => [file, readFileSync(new URL(file, FOLDER), 'utf8')]));
}

/**
 * Adds the guides to the application's page, for programs and browsers that run no scripts: `/developers` would be empty
 * to them.
 */
export function addGuides(page: string): string {
  return page.replace('</body>', () => `<noscript>${formatGuides()}</noscript></body>`);
}

function formatGuides(): string {
  const examples = readExamples();
  return [
    '<main><h1>Разработчикам</h1>',
    `<p>${withCode(DEVELOPERS_PROMISE)}</p>`,
    '<p><a href="/api/docs">Все вызовы</a> <a href="/api/openapi.json">OpenAPI</a>',
    '<a href="/magistral-client.tgz">Клиент на TypeScript</a> <a href="/llms-full.txt">Всё одним файлом</a></p>',
    ...GUIDES.map((guide) => formatGuide(guide, examples)),
    '</main>',
  ].join('\n');
}

function formatGuide(
  { id, title, text, table = [], examples = [] }: Guide,
  files: Map<string, string>,
): string {
  const rows = table.map(([term, meaning]) => `<dt>${escapeHtml(term)}</dt><dd>${withCode(meaning)}</dd>`);
  return [
    `<section id="${id}"><h2>${escapeHtml(title)}</h2>`,
    ...text.map((paragraph) => `<p>${withCode(paragraph)}</p>`),
    rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '',
    ...examples.flatMap((example) => [
      `<h3>${escapeHtml(example.title)}</h3>`,
      ...['sh', 'ts'].map(
        (ending) => `<pre>${escapeHtml(files.get(`${example.name}.${ending}`) ?? '')}</pre>`,
      ),
    ]),
    '</section>',
  ].join('\n');
}

/** Renders text between backticks as code. */
function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}
