/** The part of JSON Schema that zod produces. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  format?: string;
  pattern?: string;
  description?: string;
}

/** A schema in a form people can read: `{ id: integer, email?: string }` over several lines, `a | b`, `[ … ]`. */
export function formatSchema(schema: JsonSchema, indent = ''): string {
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return [...new Set(choice.map((jsonSchema) => formatSchema(jsonSchema, indent)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((jsonSchema) => formatSchema(jsonSchema, indent)).join(' & ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((item) => JSON.stringify(item)).join(' | ');
  if (schema.type === 'array') return schema.items ? `[ ${formatSchema(schema.items, indent)} ]` : '[ ]';
  if (schema.type === 'object') return formatObject(schema, indent);
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type;
  return schema.format ? `${type} (${schema.format})` : (type ?? 'any');
}

function formatObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const comment = property.description ? `  // ${property.description}` : '';
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${formatSchema(property, inner)}${comment}`;
  });
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[key]: ${formatSchema(additionalProperties, inner)}`);
  return lines.length ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}
