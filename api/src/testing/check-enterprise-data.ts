import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XmlElement } from 'libxml2-wasm';

const FILE = fileURLToPath(new URL('../../../../shared/data/1c/EnterpriseData-1.8.xdto', import.meta.url));
const NAMESPACE = 'http://v8.1c.ru/edi/edi_stnd/EnterpriseData/1.8';

/** 1C's own package of the format lies beside the project; without it the tests that need it are skipped. */
export const HAS_PACKAGE = existsSync(FILE);
export const SKIPPED_WITHOUT_PACKAGE = HAS_PACKAGE ? '' : ' (skipped: 1C’s package is not on this machine)';

interface Package {
  objects: Map<string, XmlElement>;
  values: Map<string, XmlElement>;
}

/**
 * Checks a message of EnterpriseData 1.8 against 1C's XDTO package: namespaces, unknown, missing and repeated properties,
 * their order, enumerations, lengths and digits. Returns one sentence for each fault.
 */
export function checkEnterpriseData(xml: string): string[] {
  const document = XmlDocument.fromString(readFileSync(FILE, 'utf8'));
  const message = XmlDocument.fromString(xml);
  try {
    const named = (kind: string) =>
      new Map(
        getChildElements(document.root)
          .filter(({ name }) => name === kind)
          .map((type) => [attribute(type, 'name') ?? '', type]),
      );
    const known: Package = { objects: named('objectType'), values: named('valueType') };
    const body = getChildElements(message.root).find(({ name }) => name === 'Body');
    if (!body) return ['Body is missing'];
    return getChildElements(body).flatMap((object) => {
      const type = known.objects.get(object.name);
      return type ? checkObject(object, type, object.name, known) : [`${object.name} is no object`];
    });
  } finally {
    message.dispose();
    document.dispose();
  }
}

function checkObject(object: XmlElement, type: XmlElement, path: string, known: Package): string[] {
  const properties = getChildElements(type).filter(({ name }) => name === 'property');
  const names = properties.map((property) => attribute(property, 'name'));
  const faults: string[] = [];
  const counts = new Map<string, number>();
  let last = -1;
  for (const child of getChildElements(object)) {
    const place = names.indexOf(child.name);
    const at = `${path}/${child.name}`;
    if (child.namespaceUri !== NAMESPACE) faults.push(`${at} has another namespace`);
    if (place < 0) {
      faults.push(`${at} is unknown`);
      continue;
    }
    if (place < last) faults.push(`${at} stands after ${names[last]}`);
    last = Math.max(last, place);
    counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
    faults.push(...checkProperty(child, properties[place] as XmlElement, at, known));
  }
  for (const property of properties) {
    const name = attribute(property, 'name') ?? '';
    const count = counts.get(name) ?? 0;
    const max = Number(attribute(property, 'upperBound') ?? 1);
    if (count < Number(attribute(property, 'lowerBound') ?? 1)) faults.push(`${path}/${name} is missing`);
    if (max !== -1 && count > max) faults.push(`${path}/${name} stands ${count} times`);
  }
  return faults;
}

function checkProperty(child: XmlElement, property: XmlElement, at: string, known: Package): string[] {
  const own = getChildElements(property).find(({ name }) => name === 'typeDef');
  if (own)
    return attribute(own, 'type') === 'ObjectType'
      ? checkObject(child, own, at, known)
      : checkValue(child.content, own, at, known);
  const name = localName(attribute(property, 'type'));
  const object = known.objects.get(name);
  if (object) return checkObject(child, object, at, known);
  if (getChildElements(child).length > 0) return [`${at} holds elements, and is a ${name}`];
  const value = known.values.get(name);
  return value ? checkValue(child.content, value, at, known) : checkPlain(child.content, name, at);
}

function checkValue(text: string, type: XmlElement, at: string, known: Package): string[] {
  const faults: string[] = [];
  const allowed = getChildElements(type).filter(({ name }) => name === 'enumeration');
  if (allowed.length > 0 && !allowed.some(({ content }) => content === text))
    faults.push(`${at} has no value «${text}»`);
  const longest = attribute(type, 'maxLength') ?? attribute(type, 'length');
  if (longest && text.length > Number(longest)) faults.push(`${at} is longer than ${longest}`);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = attribute(type, 'totalDigits');
  const fractionDigits = attribute(type, 'fractionDigits');
  if (digits && whole.length + fraction.length > Number(digits)) faults.push(`${at} has too many digits`);
  if (fractionDigits && fraction.length > Number(fractionDigits)) faults.push(`${at} is too exact`);
  const base = localName(attribute(type, 'base'));
  const inner = known.values.get(base);
  return [...faults, ...(inner ? checkValue(text, inner, at, known) : checkPlain(text, base, at))];
}

const PLAIN: Record<string, RegExp> = {
  decimal: /^[+-]?\d+(\.\d+)?$/,
  boolean: /^(true|false|1|0)$/,
  dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  Ref: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

function checkPlain(text: string, name: string, at: string): string[] {
  return PLAIN[name]?.test(text) === false ? [`${at}: «${text}» is no ${name}`] : [];
}

function getChildElements(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = element.firstChild; node; node = node.next)
    if (node instanceof XmlElement) found.push(node);
  return found;
}

function attribute(element: XmlElement, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.content;
}

/** «d3p1:ТипСумма» → «ТипСумма». */
function localName(name = ''): string {
  return name.split(':').at(-1) ?? '';
}

/** Returns what stands within each element of this name. */
export function objects(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}

export const leaves = objects;

export const sales = (xml: string): string[] => objects(xml, 'Документ.РеализацияТоваровУслуг');

export function toKopecks(text: string | undefined): number {
  return Math.round(Number(text) * 100);
}

/** Adds up a leaf within the rows of the documents' tables, in kopecks. */
export function addRows(documents: string, name: string): number {
  return objects(documents, 'Строка').reduce((sum, row) => sum + toKopecks(leaves(row, name)[0]), 0);
}

/** Kind and reference of each document. */
export function listReferences(xml: string): string[] {
  return [...xml.matchAll(/<(Документ\.[А-Яа-я]+)><КлючевыеСвойства><Ссылка>([^<]+)</g)].map(
    ([, name, id]) => `${name} ${id}`,
  );
}
