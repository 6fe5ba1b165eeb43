import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { toPattern } from '../../../db/text-search.ts';

export interface ClientFound {
  id: number;
  inn: string;
  title: string;
}

/** Clients whose INN begins with the words or whose title has them, after the owner of what was named. */
export async function searchClients(
  db: Db,
  args: { words: string; ownerId: number | null; max: number },
): Promise<ClientFound[]> {
  const search = args.words.replace(/[\\%_]/g, '\\$&');
  const { rows } = await sql<ClientFound>`
    select id, inn, title from company
    where client_since is not null
      and (id = ${args.ownerId}::bigint or inn like ${`${search}%`} or title ilike ${toPattern(args.words)})
    order by id is distinct from ${args.ownerId}::bigint, title, id limit ${args.max}`.execute(db);
  return rows;
}
