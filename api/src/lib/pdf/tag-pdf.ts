import { createRequire } from 'node:module';

/**
 * Adds tags to what pdfmake draws (ISO 32000-1, 14.8): headings, paragraphs, tables with their header cells, and
 * figures with a text. pdfmake does not support tags, so two of its classes are patched here to know which node each
 * line belongs to.
 */
const require = createRequire(import.meta.url);

/** Members that pdfmake's own typings omit. */
type Document = PDFKit.PDFDocument & { options: { tagged?: boolean } };
interface Line {
  node?: Node;
}
interface Layout {
  layoutDocument(content: Node[], doc: Document, ...more: unknown[]): unknown;
  buildNextLine(node: Node): Line | null;
}
interface Drawing {
  pdfDocument: Document;
  renderPages(pages: unknown[]): void;
  renderLine(line: Line, x: number, y: number): void;
  renderVector(vector: unknown): void;
  renderSVG(svg: { alt?: string }): void;
}
const { default: LayoutBuilder } = require('pdfmake/js/LayoutBuilder.js') as {
  default: { prototype: Layout };
};
const { default: Renderer } = require('pdfmake/js/Renderer.js') as { default: { prototype: Drawing } };

/** A node of a document after pdfmake's processing: texts and lists have become objects. */
interface Node {
  text?: unknown;
  stack?: Node[];
  columns?: Node[];
  table?: { body: Node[][]; headerRows?: number };
  svg?: string;
  /** Description of a picture. */
  alt?: string;
  headlineLevel?: number;
  colSpan?: number;
  /** Whether the header is under a cell that spans columns. */
  _span?: boolean;
}

interface TaggedElement {
  element: PDFKit.PDFStructureElement;
  tag: string;
  /** A table's header is repeated on each page, and is read once. */
  firstPage?: PDFKit.PDFPage;
  isHeader: boolean;
}

type Tags = Map<Node | string, TaggedElement>;

let ready = false;

/** Makes pdfmake tag the documents that ask for it (`tagged`). */
export function tagPdfs(): void {
  if (ready) return;
  ready = true;
  const { layoutDocument, buildNextLine } = LayoutBuilder.prototype;
  const { renderPages, renderLine, renderVector, renderSVG } = Renderer.prototype;
  const contents = new WeakMap<Document, Node[]>();
  const pageTags = new WeakMap<Document, Tags>();

  LayoutBuilder.prototype.layoutDocument = function layOut(content, doc, ...more) {
    contents.set(doc, content);
    return layoutDocument.call(this, content, doc, ...more);
  };
  LayoutBuilder.prototype.buildNextLine = function build(node) {
    const line = buildNextLine.call(this, node);
    if (line) line.node = node;
    return line;
  };
  Renderer.prototype.renderPages = function render(pages) {
    const doc = this.pdfDocument;
    const content = contents.get(doc);
    if (!doc.options.tagged || !content) return renderPages.call(this, pages);
    const root = doc.struct('Document');
    doc.addStructure(root);
    const tags: Tags = new Map();
    pageTags.set(doc, tags);
    for (const node of content) addTags({ doc, tags, parent: root }, node);
    renderPages.call(this, pages);
    root.end();
  };
  Renderer.prototype.renderLine = function render(line, x, y) {
    mark(this.pdfDocument, pageTags, line.node, () => renderLine.call(this, line, x, y));
  };
  Renderer.prototype.renderVector = function render(vector) {
    mark(this.pdfDocument, pageTags, undefined, () => renderVector.call(this, vector));
  };
  Renderer.prototype.renderSVG = function render(svg) {
    mark(this.pdfDocument, pageTags, svg.alt, () => renderSVG.call(this, svg));
  };
}

interface Place {
  doc: Document;
  tags: Tags;
  parent: PDFKit.PDFStructureElement;
}

/** Adds a node's elements in the order of reading. Columns and tables without a header only place texts on the page. */
function addTags(place: Place, node: Node): void {
  const { doc, tags, parent } = place;
  if (node.table?.headerRows) return addTable(place, node.table);
  const children = node.stack ?? node.columns ?? node.table?.body.flat();
  if (children) {
    for (const child of children) if (!child._span) addTags(place, child);
    return;
  }
  const tag = node.alt ? 'Figure' : node.headlineLevel ? `H${node.headlineLevel}` : 'P';
  if (node.alt === undefined && (node.text === undefined || node.text === '')) return;
  const element = doc.struct(tag, node.alt ? { alt: node.alt } : {});
  parent.add(element);
  tags.set(node.alt ?? node, { element, tag, isHeader: false });
}

function addTable({ doc, tags, parent }: Place, { body, headerRows = 0 }: NonNullable<Node['table']>): void {
  const table = doc.struct('Table');
  parent.add(table);
  for (const [index, cells] of body.entries()) {
    const isHeader = index < headerRows;
    const row = doc.struct('TR');
    table.add(row);
    for (const cell of cells.filter(({ _span }) => !_span)) {
      const element = tableCell(doc, { isHeader, columns: cell.colSpan ?? 1 });
      row.add(element);
      tags.set(cell, { element, tag: isHeader ? 'TH' : 'TD', isHeader });
    }
  }
}

/** A cell's element; pdfkit has no option for a cell that spans columns. */
export function tableCell(
  doc: PDFKit.PDFDocument,
  { isHeader, columns }: { isHeader: boolean; columns: number },
): PDFKit.PDFStructureElement {
  const element = doc.struct(isHeader ? 'TH' : 'TD');
  const attributes = { ...(isHeader && { Scope: 'Column' }), ...(columns > 1 && { ColSpan: columns }) };
  if (isHeader || columns > 1) {
    const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } };
    dictionary.data.A = { O: 'Table', ...attributes };
  }
  return element;
}

function mark(
  doc: Document,
  pageTags: WeakMap<Document, Tags>,
  node: Node | string | undefined,
  draw: () => void,
): void {
  const tags = pageTags.get(doc);
  if (!tags) return draw();
  const tagged = node === undefined ? undefined : tags.get(node);
  if (tagged) tagged.firstPage ??= doc.page;
  if (tagged && !(tagged.isHeader && tagged.firstPage !== doc.page))
    tagged.element.add(doc.markStructureContent(tagged.tag));
  else doc.markContent('Artifact');
  draw();
  doc.endMarkedContent();
}
