import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';
import { createKey } from './companies/keys.ts';
import { createWebhook } from './companies/webhooks.ts';
import { makeExample } from './make-example.ts';
import type { Json } from './openapi.ts';
import { publishedOpenApi } from './published-openapi.ts';
import { z } from 'zod';

const document = publishedOpenApi({
  name: 'Магистраль',
  version: '1.0.0',
  email: 'help@magistral.example',
  address: 'https://magistral.example',
});
const text = JSON.stringify(document);

test('Redocly’s linter finds nothing in the published document, by its strictest rules', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // `/api/doc/letter/{year}` beside `/api/doc/{id}/download` comes from the specification.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  expect(
    found.map(
      (normalizedProblem) =>
        `${normalizedProblem.ruleId}: ${normalizedProblem.message} ${normalizedProblem.location[0]?.pointer}`,
    ),
  ).toEqual([]);
});

test('Spectral finds nothing in the published document', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas as RulesetDefinition, 'recommended']],
    // OpenAPI 3.1 allows scopes for every kind of scheme; the rule follows 3.0, which allowed them for OAuth only.
    rules: { 'oas3-operation-security-defined': 'off' },
  });
  const found = await linter.run(text);
  expect(
    found.map(
      (iSpectralDiagnostic) =>
        `${iSpectralDiagnostic.code}: ${iSpectralDiagnostic.message} ${iSpectralDiagnostic.path.join('/')}`,
    ),
  ).toEqual([]);
});

test('every schema has a name, every call its security and every JSON body an example', () => {
  const calls = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((methods) =>
    Object.values(methods),
  );
  for (const call of calls) {
    expect(call.security, String(call.operationId)).toBeInstanceOf(Array);
    const [reply, body] = [(call.responses as Json)[200], call.requestBody] as (Json | undefined)[];
    for (const content of [reply?.content, body?.content] as (Json | undefined)[]) {
      const json = content?.['application/json'] as Json | undefined;
      if (!json || (json.schema as Json).format === 'binary') continue;
      expect(json.schema, String(call.operationId)).toMatchObject({
        $ref: expect.stringMatching(/^#\/components/),
      });
      expect(json.example, String(call.operationId)).toBeDefined();
    }
  }
});

test('every example is valid by the schema that it stands beside', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const faults: string[] = [];
  let checked = 0;
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { example, schema, ...rest } = node as Json;
    // An example stands in a schema, or beside one that has a name.
    const own = schema ?? (example !== undefined && 'type' in rest ? rest : undefined);
    if (example !== undefined && own !== undefined) {
      const absolute = JSON.stringify(own).replaceAll('"#/', '"openapi#/');
      const validate = ajv.compile(JSON.parse(absolute) as Json);
      checked += 1;
      if (!validate(example)) faults.push(`${at}: ${ajv.errorsText(validate.errors)}`);
    }
    for (const [name, part] of Object.entries(node))
      if (name !== 'example' && name !== 'examples') visit(part, `${at}/${name}`);
  };
  visit(document, '');
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(200);
});

test('examples speak of the thing that has the field', () => {
  const examples = JSON.stringify(
    Object.values(document.paths as Record<string, Json>).flatMap((methods) => Object.values(methods)),
  );
  expect(examples).toContain('"status":{"id":1,"title":"Активна"}');
  expect(examples).toContain('"partner":{"id":2,"title":"Газпромнефть"}');
  expect(examples).toContain('"name":"Иван","surname":"Соколов"');
  for (const wrong of ['"title":"Дизель"', '7005 8300', '"name":"ООО «Перевозчик»","surname"'])
    expect(examples).not.toContain(wrong);
});

test('the examples of what programs send are taken by the calls’ own rules', () => {
  for (const call of [
    ...allCalls.filter((anyEndpoint) => anyEndpoint.key && anyEndpoint.body),
    createKey,
    createWebhook,
  ]) {
    const schema = z.toJSONSchema(call.body as z.ZodType, { io: 'input', unrepresentable: 'any' });
    const input = (call.body as z.ZodType).safeParse(makeExample(schema as object, 'request'));
    expect(
      [call.name, input.error?.issues[0]?.path, input.error?.issues[0]?.message].filter(Boolean),
    ).toEqual([call.name]);
  }
});

test('no description sends its reader to a page of the repository', () => {
  expect(text.match(/.{0,40}docs\/[\w-]+\.md.{0,10}/g)).toBeNull();
});
