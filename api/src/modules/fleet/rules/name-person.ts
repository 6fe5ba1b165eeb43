import { sql, type RawBuilder } from 'kysely';

/** «Анна Котова» of the `app_user` of this name in a statement; whoever has no name any more is «Сотрудник». */
export function namePerson(alias: string): RawBuilder<string> {
  const part = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string>`coalesce(nullif(concat_ws(' ', ${part('firstname')}, ${part('lastname')}), ''), 'Сотрудник')`;
}
