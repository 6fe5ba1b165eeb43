import { API, TypeFlags, type Checker, type Project, type Type } from 'typescript/unstable/sync';
import { SyntaxKind, type Expression, type Node, type SourceFile } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isAsExpression,
  isIdentifier,
  isLiteralTypeNode,
  isNoSubstitutionTemplateLiteral,
  isTemplateExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSourceFile,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeReferenceNode,
  isUnionTypeNode,
  isVariableDeclaration,
  isVariableStatement,
} from 'typescript/unstable/ast/is';
import path from 'node:path';

/** A list of words that is written out where a set of the contract has the same ones, or most of them. */
export interface SetCopy {
  file: string;
  words: readonly string[];
  /** Names of the sets in the contract that it resembles. */
  resembles: readonly string[];
}

interface ClosedSet {
  name: string;
  file: string;
  members: ReadonlySet<string>;
  /** Whether its declaration lists the members itself instead of taking them from another set. */
  isWrittenOut: boolean;
}

/**
 * Finds unions, lists and keys of objects that repeat a closed set of `contract/src` and that the compiler doesn't compare
 * with it: a new member would be forgotten there, and a wrong one accepted. `configs` are paths of tsconfig files; a file
 * that several include is read once. Tests are omitted, because they write out their expectations.
 */
export function findSetCopies(
  root: string,
  configs: readonly string[],
  folders: readonly string[],
): SetCopy[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: configs.map((config) => path.join(root, config)) });
    const read = new Set<string>();
    const files = snapshot.getProjects().flatMap((project) =>
      project.program
        .getSourceFileNames()
        .map((fullPath) => ({ fullPath, file: path.relative(root, fullPath), project }))
        .filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)))
        .filter(({ file }) => !/node_modules|\.test\.|\/testing\/|\.d\.ts$/.test(file))
        .filter(({ file }) => !read.has(file) && read.add(file)),
    );
    const sources = files.flatMap(({ fullPath, file, project }) => {
      const source = project.program.getSourceFile(fullPath);
      return source ? [{ source, file, project }] : [];
    });
    const sets = sources
      .filter(({ file }) => file.startsWith('contract/src/'))
      .flatMap(({ source, file, project }) => listSets(source, file, project.checker))
      .filter(({ members }) => members.size > 1);
    return sources.flatMap(({ source, file, project }) => listCopies(source, file, project, sets));
  } finally {
    api.close();
  }
}

/** Exported types and lists of string literals. */
function listSets(source: SourceFile, file: string, checker: Checker): ClosedSet[] {
  return source.statements.filter(isExported).flatMap((statement) => {
    if (isTypeAliasDeclaration(statement)) {
      const { name, type } = statement;
      const members = new Set(listLiterals(checker.getTypeAtLocation(name)));
      return [{ name: name.text, file, members, isWrittenOut: listWords(type).length === members.size }];
    }
    if (!isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!isIdentifier(name) || !initializer) return [];
      const members = new Set(listElements(checker.getTypeAtLocation(name), checker).flatMap(listLiterals));
      const list = isAsExpression(initializer) ? initializer.expression : initializer;
      return [{ name: name.text, file, members, isWrittenOut: listWords(list).length === members.size }];
    });
  });
}

function listCopies(
  source: SourceFile,
  file: string,
  { checker }: Project,
  sets: readonly ClosedSet[],
): SetCopy[] {
  const copies: SetCopy[] = [];
  const declared = new Set<string>();
  const visit = (node: Node): void => {
    const sqlText = listWords(node);
    const alike = sqlText.length > 1 ? sets.filter((set) => isAlike(sqlText, set.members)) : [];
    // The first place in the set's own file declares it.
    const declares = alike.find(
      (set) => set.file === file && set.members.size === sqlText.length && !declared.has(toKey(set)),
    );
    if (declares) declared.add(toKey(declares));
    const others = declares
      ? alike.filter((set) => set.isWrittenOut && (set.file !== file || toKey(set) !== toKey(declares)))
      : alike;
    if (others.length > 0 && !isCompared(node, checker))
      copies.push({ file, words: sqlText, resembles: [...new Set(others.map(({ name }) => name))] });
    node.forEachChild(visit);
  };
  visit(source);
  return copies;
}

/** Lists the literals of a node; none if the node has other parts too. */
function listWords(node: Node): string[] {
  if (isUnionTypeNode(node))
    return node.types.flatMap((type) =>
      isLiteralTypeNode(type) && isStringLiteral(type.literal) ? [type.literal.text] : [],
    );
  if (isArrayLiteralExpression(node)) {
    const sqlText = node.elements.flatMap((element) => (isStringLiteral(element) ? [element.text] : []));
    return sqlText.length === node.elements.length ? sqlText : [];
  }
  if (isObjectLiteralExpression(node)) {
    const sqlText = node.properties.flatMap((property) =>
      isPropertyAssignment(property) && (isIdentifier(property.name) || isStringLiteral(property.name))
        ? [property.name.text]
        : [],
    );
    return sqlText.length === node.properties.length ? sqlText : [];
  }
  if (isNoSubstitutionTemplateLiteral(node)) return quoted(node.text);
  if (isTemplateExpression(node))
    return quoted([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?'));
  return [];
}

/** Words between single quotes, as SQL has them. */
function quoted(text: string): string[] {
  return [...new Set([...text.matchAll(/'([^']+)'/g)].map(([, word = '']) => word))];
}

/** Equal, or, of at least three words in common, three fifths of all that either has. */
function isAlike(sqlText: readonly string[], members: ReadonlySet<string>): boolean {
  const common = sqlText.filter((word) => members.has(word)).length;
  const all = sqlText.length + members.size - common;
  return common === all || (common >= 3 && common / all >= 0.6);
}

/** Whether the compiler compares the values with a set, or the node is no list of values at all. */
function isCompared(node: Node, checker: Checker): boolean {
  if (isUnionTypeNode(node)) {
    const { parent } = node;
    return (
      isTypeReferenceNode(parent) &&
      isIdentifier(parent.typeName) &&
      ['Exclude', 'Extract', 'Pick', 'Omit'].includes(parent.typeName.text)
    );
  }
  if (isTemplateExpression(node) || isNoSubstitutionTemplateLiteral(node)) return false;
  const expected = listComponents(checker.getContextualType(node as Expression));
  if (isArrayLiteralExpression(node))
    return expected.some(
      (type) =>
        checker.isArrayType(type) &&
        listElements(type, checker).some((item) => listLiterals(item).length > 1),
    );
  if (expected.length === 0) return !isTable(node);
  return !expected.some((type) => checker.getIndexInfosOfType(type).length > 0);
}

/** Whether an object is a constant of its file. Any other object counts as a value that has fields of these names. */
function isTable(node: Node): boolean {
  const outer = isAsExpression(node.parent) ? node.parent : node;
  const declaration = outer.parent;
  return isVariableDeclaration(declaration) && isSourceFile(declaration.parent.parent.parent);
}

function isExported(statement: Node): boolean {
  return (
    (isTypeAliasDeclaration(statement) || isVariableStatement(statement)) &&
    (statement.modifiers ?? []).some(({ kind }) => kind === SyntaxKind.ExportKeyword)
  );
}

/** Returns the strings of a union of string literals, null and undefined aside; none for any other type. */
function listLiterals(type: Type | undefined): string[] {
  const parts = listComponents(type);
  const sqlText = parts.flatMap((part) => (part.isStringLiteralType() ? [part.value] : []));
  return sqlText.length === parts.length ? sqlText : [];
}

function listComponents(type: Type | undefined): readonly Type[] {
  if (!type) return [];
  const parts = type.isUnionType() ? type.getTypes() : [type];
  return parts.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)));
}

function listElements(type: Type | undefined, checker: Checker): readonly Type[] {
  if (!type?.isTypeReference() || !checker.isArrayLikeType(type)) return [];
  return checker.getTypeArguments(type);
}

function toKey({ members }: ClosedSet): string {
  return [...members].toSorted().join(' ');
}
