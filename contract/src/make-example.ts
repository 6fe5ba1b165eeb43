/** A JSON schema, as far as examples are made from it. */
interface Schema {
  type?: string | string[];
  example?: unknown;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

/** Usual value of a field by its name, used where the schema accepts it. */
const USUAL: Record<string, unknown> = {
  address: 'М-4 «Дон», 87-й км',
  addresses: '203.0.113.7',
  amount: 12_500,
  balance: 12_500.5,
  card_number: '7005830012344000',
  card_sum: 8_450.75,
  city: 'Москва',
  comment: 'Рейс в Казань',
  email: 'buh@perevozchik.example',
  firstname: 'Ирина',
  house: '12',
  inn: '7707083893',
  key: 'mg_live_…',
  kpp: '770701001',
  lastname: 'Соколова',
  message: 'Готово',
  name: 'ООО «Перевозчик»',
  number: '100345',
  phone: '79001234567',
  reason: 'Карта потеряна',
  search: '4000',
  sms: '123456',
  street: 'ул. Складочная',
  sum: 2_450.5,
  surname: 'Соколов',
  unit_cnt: 40.25,
  unit_price: 60.88,
  url: 'https://example.com/hooks/magistral',
};

/** Usual value of a `title`, `name` or `id` by the thing that has it, because a status is not named like a fuel. */
const EXAMPLES_BY_OWNER: Record<string, Record<string, unknown>> = {
  accounts: { name: 'Газпромнефть' },
  goodsItem: { title: 'Дизельное топливо' },
  partner: { id: 2, title: 'Газпромнефть' },
  period: { title: 'месяц' },
  status: { id: 1, title: 'Активна' },
  statuses: { id: 1, label: 'Завершена' },
  type: { id: 11, title: 'Покупка топлива' },
  types: { id: 11, label: 'Покупка топлива' },
  unit: { title: 'рубли' },
};

/** A driver has a surname, a company has none. */
const FIRST_NAME = 'Иван';

/** Texts that the product's patterns take, the plainest first. */
const TEXTS = [
  'пример',
  'example',
  '2026-09-15',
  '2026-09',
  '09:00',
  '123456',
  '1',
  '7707083893',
  '79001234567',
  'all',
  'none',
  'put',
  '2026-09-15T09:00:00+03:00',
];

const FORMAT_EXAMPLES: Record<string, string | string[]> = {
  'date-time': ['2026-09-15T09:00:00+03:00', '2026-09-15T06:00:00Z'],
  date: '2026-09-15',
  uuid: '2f1c1f0e-5a5b-4c52-9d5b-0c3f8f0f7a11',
  email: 'buh@perevozchik.example',
  uri: 'https://example.com/hooks/magistral',
  ipv4: '203.0.113.7',
};

/** A value that the schema takes; of a request only what it needs, of an answer everything. */
export function makeExample(schema: Schema, of: 'request' | 'reply', name = '', owner = ''): unknown {
  for (const input of [schema.example, schema.const, schema.default]) if (input !== undefined) return input;
  if (schema.enum) return schema.enum[0];
  const usual = EXAMPLES_BY_OWNER[owner]?.[name] ?? USUAL[name];
  if (usual !== undefined && accepts(schema, usual)) return usual;
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter((item) => item.type !== 'null');
  const choice = choices.find((item) => item.type === 'number') ?? choices[0];
  if (choice) return makeExample(choice, of, name, owner);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((item) => makeExample(item, of, name)));
  return makeByType(schema, of, name);
}

function makeByType(schema: Schema, of: 'request' | 'reply', name: string): unknown {
  const type = Array.isArray(schema.type) ? schema.type.find((value) => value !== 'null') : schema.type;
  if (type === 'object' || schema.properties) return makeObject(schema, of, name);
  if (schema.prefixItems) return schema.prefixItems.map((prefixItem) => makeExample(prefixItem, of, name));
  if (type === 'array') return schema.items ? [makeExample(schema.items, of, name)] : [];
  if (type === 'integer' || type === 'number')
    return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'string') return makeText(schema);
  return {};
}

function makeObject(
  { properties = {}, required = [] }: Schema,
  of: 'request' | 'reply',
  owner: string,
): unknown {
  const shown = Object.entries(properties).filter(([name]) => of === 'reply' || required.includes(name));
  const isPerson = 'surname' in properties;
  return Object.fromEntries(
    shown.map(([name, one]) => [
      name,
      isPerson && name === 'name' ? FIRST_NAME : makeExample(one, of, name, owner),
    ]),
  );
}

function makeText(schema: Schema): string {
  const texts = [FORMAT_EXAMPLES[schema.format ?? ''] ?? [], TEXTS].flat();
  return texts.find((text) => accepts(schema, text)) ?? '';
}

function accepts(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.some((choice) => accepts(choice, value));
  const types = [schema.type ?? []].flat();
  if (typeof value === 'number') {
    const whole = types.includes('integer');
    return (
      (whole ? Number.isInteger(value) : types.includes('number')) && value <= (schema.maximum ?? Infinity)
    );
  }
  if (typeof value !== 'string' || !types.includes('string')) return false;
  const long = value.length >= (schema.minLength ?? 0) && value.length <= (schema.maxLength ?? Infinity);
  const exampleText = FORMAT_EXAMPLES[schema.format ?? ''];
  const formed = !exampleText || [exampleText].flat().includes(value);
  return long && formed && (!schema.pattern || new RegExp(schema.pattern, 'u').test(value));
}
