import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';

const OPS = path.join(import.meta.dirname, '../../../ops');
const ALERTS = path.join(OPS, 'prometheus/alerts.yml');
const readOpsFile = (name: string) => readFileSync(path.join(OPS, name), 'utf8');

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

function namesIn(text: string): string[] {
  const names = text.match(/\b(?:magistral|http_request|process|nodejs)_[a-z_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
}

test('every metric that the alerts and the dashboard name is in /metrics', async () => {
  const { bytes } = await api.get('/metrics');
  const exported = new Set([...bytes.toString('utf8').matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = [
    ...namesIn(readOpsFile('prometheus/alerts.yml')),
    ...namesIn(readOpsFile('grafana/magistral.json')),
  ];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !exported.has(name))).toEqual([]);
});

test('every figure of the money is on the dashboard or in an alert', async () => {
  const { bytes } = await api.get('/metrics');
  const exported = [...bytes.toString('utf8').matchAll(/^# TYPE (magistral_\S+)/gm)].map(([, name]) => name);
  const named = new Set(
    namesIn(readOpsFile('prometheus/alerts.yml') + readOpsFile('grafana/magistral.json')),
  );
  expect(exported.filter((name) => !named.has(name ?? ''))).toEqual([]);
});

test('every alert has an expression, a severity and a text, and every panel a question', () => {
  const alerts = readOpsFile('prometheus/alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1);
  for (const alert of alerts) {
    expect(alert).toMatch(/^\w+\n {8}expr: \S/);
    expect(alert).toMatch(/^ {8}labels: \{ severity: (page|ticket) \}$/m);
    expect(alert).toMatch(/^ {10}summary: ".+"$/m);
  }
  const { panels } = JSON.parse(readOpsFile('grafana/magistral.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of panels)
    expect([title, targets.every(({ expr }) => expr.length > 0) && targets.length > 0]).toEqual([
      expect.any(String),
      true,
    ]);
});

test('Prometheus accepts the alerts, where its promtool is installed', ({ skip }) => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
  } catch {
    skip('promtool is not installed: on Debian it comes with the package prometheus');
  }
  expect(execFileSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })).toMatch(/SUCCESS/);
});
