/**
 * The fields of a body as a form names them: `item[1][cards_cnt]`, `recipient[firstname]`. A list's place is its index; what
 * is not there is not sent.
 */
export function formOf(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of fieldsOf(body, '')) form.append(name, value);
  return form;
}

function fieldsOf(value: unknown, name: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value as string | number | boolean)]];
  return Object.entries(value).flatMap(([part, inner]) =>
    fieldsOf(inner, name === '' ? part : `${name}[${part}]`),
  );
}
