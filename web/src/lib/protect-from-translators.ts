/**
 * Keeps React and a browser that translates the page from breaking each other. A translator replaces each text by an
 * element of its own. React continues to write into the removed text, so figures stayed old, and it crashes when it
 * inserts before the text or removes it. Here a removed text is identified by its placeholder. A new value restores the
 * text itself, so that the translator sees it again, and each operation on the text applies to its placeholder.
 */
export function protectFromTranslators(): void {
  new MutationObserver(recordReplacedTexts).observe(document, { childList: true, subtree: true });
  restoreOnWrite('nodeValue');
  restoreOnWrite('data');
  const { insertBefore, appendChild, removeChild } = Node.prototype;
  Node.prototype.removeChild = function removeFound<Child extends Node>(this: Node, child: Child): Child {
    const found = child.parentNode === this ? child : placeholderIn(this, child);
    if (found) removeChild.call(this, found);
    forget(child);
    return child;
  };
  Node.prototype.insertBefore = function insertFound<Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    dropPlaceholder(child);
    const found = before && before.parentNode !== this ? placeholderIn(this, before) : before;
    return insertBefore.call(this, child, found) as Child;
  };
  Node.prototype.appendChild = function appendFound<Child extends Node>(this: Node, child: Child): Child {
    dropPlaceholder(child);
    return appendChild.call(this, child) as Child;
  };
}

/** Elements that a translator has put in place of a text. */
const placeholders = new WeakMap<Node, Element>();

function recordReplacedTexts(records: readonly MutationRecord[]): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
      const near = [...addedNodes, previousSibling, nextSibling];
      const placeholder = near.find(
        (node) => node instanceof Element && node.localName === 'font' && added.has(node),
      );
      if (placeholder) placeholders.set(text, placeholder as Element);
    }
}

/** Returns the child of `parent` that stands for a node: an element around it, or one in its place. */
function placeholderIn(parent: Node, node: Node): Node | null {
  for (let around = node.parentNode; around; around = around.parentNode)
    if (around.parentNode === parent) return around;
  const placeholder = placeholders.get(node);
  return placeholder?.parentNode === parent ? placeholder : null;
}

function dropPlaceholder(node: Node): void {
  if (node.nodeType !== Node.TEXT_NODE) return;
  placeholders.get(node)?.remove();
  forget(node);
}

function forget(node: Node): void {
  placeholders.delete(node);
}

function restoreOnWrite(name: 'nodeValue' | 'data'): void {
  const owner: object = name === 'data' ? CharacterData.prototype : Node.prototype;
  const inherited = Object.getOwnPropertyDescriptor(owner, name);
  if (!inherited?.set || !inherited.get) return;
  const { get, set } = inherited;
  Object.defineProperty(Text.prototype, name, {
    ...inherited,
    get,
    set(this: Text, value: string) {
      const placeholder = this.isConnected ? undefined : placeholders.get(this);
      if (placeholder?.isConnected) placeholder.replaceWith(this);
      forget(this);
      set.call(this, value);
    },
  });
}
