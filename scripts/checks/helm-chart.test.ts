import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findManifestFaults, type Manifest } from './check-manifest.ts';

const CHART = path.join(import.meta.dirname, '../../ops/helm');
const MANIFESTS = path.join(import.meta.dirname, '../../ops/kubernetes');
const read = (folder: string, file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
const values = parse(read(CHART, 'values.yaml')) as Record<string, unknown> & {
  settings: Record<string, string>;
};
const templates = fs.readdirSync(path.join(CHART, 'templates'));

/** Puts the default values in place. Of Helm's language the chart uses values, `if` and one `range`. */
function fill(text: string, file: string): Manifest {
  const settings = Object.entries(values.settings).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)}`,
  );
  const filled = text
    .replace(/^ *\{\{- range [^]*?\{\{- end \}\}$/m, settings.join('\n'))
    .replace(/^ *\{\{- (if .*|end) \}\}\n/gm, '')
    .replace(/\{\{ \.Values\.([\w.]+) \}\}/g, (_, name: string) => {
      const value = name
        .split('.')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], values);
      if (value === undefined) throw new Error(`${file}: no value ${name}`);
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
  expect([file, filled.includes('{{')]).toEqual([file, false]);
  return parse(filled) as Manifest;
}

test.each(templates)('%s has no fault that the schemas of Kubernetes know', (file) => {
  expect(findManifestFaults(fill(read(path.join(CHART, 'templates'), file), file))).toEqual([]);
});

test('with its defaults the chart makes the objects of ops/kubernetes', () => {
  const own = fs.readdirSync(MANIFESTS).filter((file) => templates.includes(file));
  expect(own).toEqual([
    'checks.yaml',
    'deployment.yaml',
    'disruption.yaml',
    'network.yaml',
    'service.yaml',
    'settings.yaml',
  ]);
  const image = /newName: (\S+)\n\s+newTag: (\S+)/
    .exec(read(MANIFESTS, 'kustomization.yaml'))!
    .slice(1)
    .join(':');
  for (const file of own) {
    const manifest = parse(read(MANIFESTS, file).replace('image: magistral', `image: ${image}`)) as Manifest;
    expect([file, fill(read(path.join(CHART, 'templates'), file), file)]).toEqual([file, manifest]);
  }
});

test('every value is used', () => {
  const text = templates.map((file) => read(path.join(CHART, 'templates'), file)).join('\n');
  for (const name of Object.keys(values)) expect(text).toContain(`.Values.${name}`);
});
