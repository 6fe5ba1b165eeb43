import { parseArgs } from 'node:util';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';

/** A Russian text that a user can read, with the values that the program puts into it in braces. */
interface RussianText {
  file: string;
  line: number;
  text: string;
}

const RUSSIAN = /[а-яё]/i;

/** Folders of the product. Tests, invented data and the driver's page in other languages are no texts of screens. */
const PRODUCT = /^(?:api\/src|contract|web)\//;
const LEFT_OUT =
  /\.test\.|\/(?:testing|demonstration)\/|\.d\.ts$|driver-links\/texts\/(?:uz|ky|tg|kk)\.ts|\/generate-stations\.ts/;

/**
 * Lists the Russian texts of the sources that the projects of `configs` compile, sorted by file and line. Tagged
 * templates are left out: they are SQL.
 */
export function listTexts(root: string, configs: readonly string[]): RussianText[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: configs.map((config) => path.join(root, config)) });
    const found = new Map<string, RussianText[]>();
    for (const { program } of snapshot.getProjects())
      for (const fullPath of program.getSourceFileNames()) {
        const file = path.relative(root, fullPath);
        if (!PRODUCT.test(file) || LEFT_OUT.test(file) || found.has(file)) continue;
        const source = program.getSourceFile(fullPath);
        if (source) found.set(file, readTexts(source, file));
      }
    return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, texts]) => texts);
  } finally {
    api.close();
  }
}

function readTexts(source: SourceFile, file: string): RussianText[] {
  const texts: RussianText[] = [];
  const visit = (node: Node): void => {
    const text = readText(node, source)?.replaceAll(/\s+/g, ' ').trim() ?? '';
    const line = source.text.slice(0, node.getStart(source)).split('\n').length;
    if (RUSSIAN.test(text)) texts.push({ file, line, text });
    if (!isTaggedTemplateExpression(node)) node.forEachChild(visit);
  };
  visit(source);
  return texts;
}

/** Text of a literal, or of an element's own words; `{…}` stands for a value, `<…>` for an element inside. */
function readText(node: Node, source: SourceFile): string | undefined {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.map(({ expression, literal }) => nameValue(expression, source) + literal.text),
    ].join('');
  if (isJsxElement(node) || isJsxFragment(node))
    return node.children.some((child) => isJsxText(child) && RUSSIAN.test(child.text))
      ? node.children.map((child) => readChild(child, source)).join('')
      : undefined;
  return undefined;
}

function readChild(child: Node, source: SourceFile): string {
  if (isJsxText(child)) return child.text;
  if (!isJsxExpression(child)) return '<…>';
  if (!child.expression) return '';
  return isStringLiteral(child.expression) ? child.expression.text : nameValue(child.expression, source);
}

function nameValue(expression: Node, source: SourceFile): string {
  const code = expression.getText(source);
  return code.length > 40 || RUSSIAN.test(code) ? '{…}' : `{${code}}`;
}

if (import.meta.main) {
  const { area } = parseArgs({ options: { area: { type: 'string', default: '' } } }).values;
  let shown = '';
  for (const { file, line, text } of listTexts(process.cwd(), ['api/tsconfig.json', 'web/tsconfig.json'])) {
    if (!file.includes(area)) continue;
    if (file !== shown) console.log(`\n${(shown = file)}`);
    console.log(`${String(line).padStart(5)}  ${text}`);
  }
}
