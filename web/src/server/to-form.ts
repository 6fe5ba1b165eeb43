/**
 * The fields of a body as a form names them: `item[1][cards_cnt]`, `recipient[firstname]`. Lists are written by index;
 * absent fields are not sent.
 */
export function toForm(body: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of listFields(body, '')) form.append(name, value);
  return form;
}

function listFields(value: unknown, name: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value as string | number | boolean)]];
  return Object.entries(value).flatMap(([part, inner]) =>
    listFields(inner, name === '' ? part : `${name}[${part}]`),
  );
}
