import pg from 'pg';

/** A unique key; `id` when it is the one column that numbers the rows. */
export interface UniqueKey {
  table: string;
  /** The partitioned table that this table is a part of; the table itself where it is not a part. */
  whole: string;
  name: string;
  columns: string[];
  /** The index holds more than columns: expressions. */
  hasExpression: boolean;
  /** `where …` of a partial index, with the word. */
  filter: string;
  isPrimary: boolean;
  isConstraint: boolean;
  nullsNotDistinct: boolean;
  definition: string;
}

export interface ForeignKey {
  table: string;
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  /** ` ON DELETE CASCADE`, or nothing. */
  onDelete: string;
}

export interface Catalog {
  /** Tables with the columns that number their rows (identity or a sequence). */
  tables: { name: string; columns: string[]; numbered: string[] }[];
  uniqueKeys: UniqueKey[];
  foreignKeys: ForeignKey[];
  triggers: { table: string; name: string }[];
}

/** Reads the tables and columns of the schema; a parent stands for its partitions. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const tables = await client.query(`
    select c.relname as name,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        order by attnum) as columns,
      array(select attname::text from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped
          and (attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval%')) as numbered
    from ${WHOLE_TABLES} order by 1`);
  const uniqueKeys = await client.query(`
    select c.relname as table, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as whole, i.indexrelid::regclass::text as name, i.indisprimary as "isPrimary",
      exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u')) as "isConstraint",
      array(select attname::text from unnest(i.indkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = c.oid and attnum = key.number
        where key.place <= i.indnkeyatts order by key.place) as columns,
      i.indexprs is not null as "hasExpression", i.indnullsnotdistinct as "nullsNotDistinct",
      coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') as filter,
      pg_get_indexdef(i.indexrelid) as definition
    from ${TABLES} join pg_index i on i.indrelid = c.oid
    where i.indisunique and not exists (select from pg_inherits where inhrelid = i.indexrelid) order by 1, 2`);
  const foreignKeys = await client.query(`
    select c.relname as table, k.conname as name, target.relname as target,
      ${getNamesSql('k.conrelid', 'k.conkey')} as columns, ${getNamesSql('k.confrelid', 'k.confkey')} as "targetColumns",
      case k.confdeltype when 'c' then ' on delete cascade' when 'n' then ' on delete set null' else '' end
        as "onDelete"
    from ${WHOLE_TABLES} join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
    join pg_class target on target.oid = k.confrelid where not target.relispartition order by 1, 2`);
  const triggers = await client.query(`
    select c.relname as table, t.tgname as name
    from ${WHOLE_TABLES} join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal order by 1, 2`);
  return {
    tables: tables.rows,
    uniqueKeys: uniqueKeys.rows,
    foreignKeys: foreignKeys.rows,
    triggers: triggers.rows,
  };
}

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  and c.relkind in ('r', 'p')`;
const WHOLE_TABLES = `${TABLES} and not c.relispartition`;

function getNamesSql(table: string, numbers: string): string {
  return `array(select attname::text from unnest(${numbers}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${table} and attnum = key.number order by key.place)`;
}
