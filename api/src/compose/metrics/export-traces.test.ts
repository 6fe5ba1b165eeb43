import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCard, givenCode, givenCompany } from '../../testing/givens/factories.ts';
import { exportTraces } from './export-traces.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Spans that the collector received. */
const spans: Span[] = [];
/** Resources that the spans belong to. */
const resources: { key: string; value: Record<string, unknown> }[] = [];
let api: TestApi;
let exporting: { stop(): Promise<void> } | null;
const collector = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const exported = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    resources.push(...exported.resourceSpans[0].resource.attributes);
    spans.push(
      ...exported.resourceSpans.flatMap(
        (resourceSpan: { scopeSpans: { spans: Span[] }[] }) => resourceSpan.scopeSpans[0]?.spans,
      ),
    );
    reply.setHeader('content-type', 'application/json').end('{}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  api = await startApi({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '1' } });
  exporting = await exportTraces(api.ctx.config);
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const card = await givenCard(api, company.id);
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const ask = { token: company.admin.token, form: { sum: 10, sms, mode: 1 } };
  await api.post(`/api/card/${card.id}/transaction?ticket=secret-of-a-link`, ask);
  await api.stop();
  await exporting?.stop();
});
afterAll(() => collector.close());

test('a request is one span with its route, and its transactions and calls hang on it', () => {
  const call = spans.find(({ name }) => name === 'GET /api/sms');
  expect(call).toBeDefined();
  const inside = spans.filter(({ traceId }) => traceId === call?.traceId).map(({ name }) => name);
  expect(inside).toContain('transaction');
});

test('movements that are posted together are one span', () => {
  expect(spans.map(({ name }) => name)).toContain('posting batch');
  expect(spans.map(({ name }) => name)).toContain('POST /api/card/:id/transaction');
});

test('a job is a span with the job’s name', () => {
  expect(spans.some(({ name }) => name.startsWith('job '))).toBe(true);
});

test('no span names an address with its query, a token or a code', () => {
  expect(JSON.stringify(spans)).not.toMatch(/secret-of-a-link|ticket=/);
});

test('spans name the portal and its version', () => {
  const generateValue = (name: string) => resources.find(({ key }) => key === name)?.value;
  expect(generateValue('service.name')).toEqual({ stringValue: 'magistral' });
  expect(generateValue('service.version')).toEqual({ stringValue: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});
