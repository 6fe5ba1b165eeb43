import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Manifest {
  apiVersion: string;
  kind: string;
  [field: string]: unknown;
}

const require = createRequire(import.meta.url);
const MODELS = path.dirname(require.resolve('kubernetes-models/package.json'));

/** Kinds that are no part of Kubernetes itself: only their names are checked. */
const FOREIGN = ['monitoring.coreos.com/v1/ServiceMonitor'];

/**
 * Returns the faults of a manifest by the published schemas of Kubernetes (kubernetes-models). The schemas check values
 * and ignore unknown fields, so the fields are compared with the types beside them.
 */
export function findManifestFaults(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  if (FOREIGN.includes(`${apiVersion}/${kind}`)) return [];
  const model = path.join(MODELS, apiVersion, `${kind}.js`);
  if (!fs.existsSync(model)) return [`Kubernetes knows no ${apiVersion} ${kind}`];
  const module = require(model) as Record<string, new (data: unknown) => { validate(): void }>;
  const Model = module[kind];
  if (!Model) return [`the schemas have no ${kind}`];
  const faults = unknownFields(manifest, readType(model.replace(/js$/, 'd.ts'), `I${kind}`), kind);
  try {
    new Model(manifest).validate();
  } catch (error) {
    faults.push(`${kind}: ${(error as Error).message}`);
  }
  return faults;
}

interface FieldType {
  file: string;
  /** The type's text: `Array<IFoo>`, `string`. */
  text: string;
}

function unknownFields(value: unknown, fields: Map<string, FieldType> | null, where: string): string[] {
  if (fields === null || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => unknownFields(item, fields, where));
  return Object.entries(value).flatMap(([name, inner]) => {
    const type = fields.get(name);
    if (!type) return [`${where} has no field ${name}`];
    return unknownFields(inner, readFields(type), `${where}.${name}`);
  });
}

/** The fields of a named type; null for a plain value, or one whose names are free. */
function readFields({ file, text: input }: FieldType): Map<string, FieldType> | null {
  const named = /^(?:Array<)?(I[A-Z]\w+)>?$/.exec(input)?.[1];
  if (named === undefined) return null;
  const text = fs.readFileSync(file, 'utf8');
  const from = new RegExp(`import \\{[^}]*\\b${named}\\b[^}]*\\} from "([^"]+)"`).exec(text)?.[1];
  if (from === undefined) return null;
  const target = from.startsWith('.')
    ? path.join(path.dirname(file), from.replace(/\.js$/, '.d.ts'))
    : path.join(MODELS, '..', `${from}.d.ts`);
  // The type's own file uses the short name: IIoK8sApiCoreV1PodSpec is IPodSpec there.
  return readType(target, `I${path.basename(target, '.d.ts')}`);
}

function readType(file: string, name: string): Map<string, FieldType> | null {
  const text = fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const body = new RegExp(`export interface ${name}( extends TypeMeta)? \\{\\n([\\s\\S]*?)\\n\\}`).exec(text);
  if (!body) return null;
  const fields = (body[2] ?? '').matchAll(/^ {4}"?(\w+)"?\??: ([^\n]+?);?$/gm);
  const known = new Map([...fields].map(([, field = '', input = '']) => [field, { file, text: input }]));
  if (body[1]) for (const field of ['apiVersion', 'kind']) known.set(field, { file, text: 'string' });
  return known;
}
