import { z } from 'zod';
import { badRequest } from '../../../errors.ts';
import { findNearestName } from '../../../lib/nearest-name.ts';

/** Input of a tool, as described to a model. */
export interface InputSchema extends Record<string, unknown> {
  type: 'object';
  properties: Record<string, { type?: string; description?: string; enum?: string[] }>;
}

/** A tool's arguments as JSON Schema, with nothing beside them. */
export function toInputSchema(input: z.ZodObject): InputSchema {
  const schema = z.toJSONSchema(z.strictObject(input.shape), { io: 'input', target: 'draft-7' });
  return { properties: {}, ...schema, type: 'object' } as InputSchema;
}

/** Converts a tool's answer to JSON Schema. */
export function toOutputSchema(output: z.ZodObject): { type: 'object' } {
  return { ...z.toJSONSchema(output, { target: 'draft-7' }), type: 'object' };
}

/**
 * Parses a model's input. An unknown name is refused with a suggestion of the right one, because a misnamed filter that
 * is ignored would answer everything as if it were filtered. A quoted number and an unquoted text are accepted.
 */
export function readArguments<Input extends z.ZodObject>(
  tool: { name: string; input: Input },
  input: Record<string, unknown>,
): z.output<Input> {
  const { properties } = toInputSchema(tool.input);
  const given = Object.entries(input).filter(([, value]) => value !== null);
  refuseUnknown(tool.name, given, Object.keys(properties));
  const meant = given.map(([name, value]) => [name, parseAsType(value, properties[name]?.type)]);
  const read = tool.input.safeParse(Object.fromEntries(meant));
  if (read.success) return read.data;
  const [place = ''] = read.error.issues[0]?.path ?? [];
  throw badRequest(wrongValue(String(place), properties[String(place)]));
}

function refuseUnknown(tool: string, given: [string, unknown][], known: readonly string[]): void {
  const unknown = given.find(([name]) => !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const begins = `У ${tool} нет аргумента «${unknown.slice(0, 50)}»`;
  if (known.length === 0) throw badRequest(`${begins}, и других тоже: вызывайте без аргументов`);
  const meant = findNearestName(unknown, known);
  const others = `Есть: ${known.join(', ')}`;
  throw badRequest(meant === null ? `${begins}. ${others}` : `${begins}. Похож «${meant}». ${others}`);
}

function parseAsType(value: unknown, type: string | undefined): unknown {
  if (type === 'integer' && typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value)) return Number(value);
  if (type === 'string' && typeof value === 'number') return String(value);
  return value;
}

function wrongValue(name: string, about: InputSchema['properties'][string] = {}): string {
  if (about.enum) return `«${name}» — одно из: ${about.enum.join(', ')}`;
  return `Проверьте «${name}»: ${about.description ?? 'такого значения не бывает'}`;
}
