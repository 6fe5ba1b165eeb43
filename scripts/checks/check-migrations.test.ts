import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitStatements } from '../../api/src/db/sql-statements.ts';
import { findMigrationFaults } from './check-migrations.ts';

const FOLDER = path.join(import.meta.dirname, '../../api/src/db/migrations');
const findFaults = (text: string) => findMigrationFaults('400-x.sql', text);

describe('a migration that would stop the portal is refused', () => {
  test.each([
    ['create index i on operation (card_id)', /create index concurrently/],
    ['create unique index i on only public.operation (card_id)', /create index concurrently/],
    ['create index i on "operation" using gin (x)', /create index concurrently/],
    ['create index concurrently i on maintenance (x)', /outside a transaction/],
    ['-- outside a transaction\ncreate index concurrently i on card (x); select 1', /one statement/],
    ['-- outside a transaction\ncreate index concurrently on card (x)', /one statement/],
    ['-- outside a transaction\nupdate card set x = 1', /one statement/],
    ['alter table card alter column balance type numeric', /Another type rewrites card/],
    ['alter table if exists only public.card alter balance set data type text', /Another type/],
    ['alter table card add column x int, alter column y type text', /Another type/],
    ['alter table card add column x uuid default gen_random_uuid()', /worked out for each row/],
    ['alter table card add column x timestamptz not null default clock_timestamp()', /worked out for each/],
    [`alter table card add column x bigint default nextval('s')`, /worked out for each row/],
    ['alter table card add x bigserial', /rewrites card/],
    ['alter table card add x bigint generated always as identity', /rewrites card/],
    ['alter table card add x int generated always as (y * 2) stored', /rewrites card/],
    ['alter table card add x int not null', /without a default/],
    ['alter table card add x int check (x > 0)', /constraint of a new column/],
    ['alter table card add x bigint references company', /constraint of a new column/],
    ['alter table card add x int unique', /constraint of a new column/],
    ['alter table session add constraint c check (x > 0)', /not valid/],
    ['alter table session add check (x > 0)', /not valid/],
    ['alter table session add foreign key (x) references company', /not valid/],
    ['alter table sms_code add constraint c unique (x)', /using index/],
    ['alter table sms_code add primary key (x)', /using index/],
    ['alter table sms_code add exclude using gist (x with &&)', /find another way/],
    ['alter table month_document alter column x set not null', /validate it in a later file/],
    [
      'alter table card add constraint c check (x > 0) not valid; alter table card validate constraint c',
      /validate in a later file/,
    ],
    ['alter table card set unlogged', /rewrites card/],
    ['alter table card set tablespace fast', /rewrites card/],
    ['alter table card drop column x', /-- contract:/],
    ['alter table maintenance drop x', /-- contract:/],
    ['alter table card rename column x to y', /-- contract:/],
    ['alter table card rename to cards', /-- contract:/],
    ['drop table maintenance', /-- contract:/],
    ['vacuum full card', /VACUUM/],
    ['vacuum full', /every table/],
    ['cluster card using i', /CLUSTER/],
    ['lock table card in exclusive mode', /LOCK/],
    ['truncate network_command', /TRUNCATE/],
    ['reindex table audit_event', /REINDEX/],
    ['merge into card using x on true when matched then delete', /MERGE/],
    ['update operation set x = 1', /in batches/],
    ['update only public.operation set x = 1 where x is null', /in batches/],
    ['delete from idempotent_request where x < 5', /in batches/],
    ['with old as (select 1) update ledger_entry set x = 1 from old', /in batches/],
    ['with gone as (delete from session returning 1) select 1', /in batches/],
    ['update operation set x = 1 where id in (select id from operation limit 1000000)', /in batches/],
    ['update operation set x = 1 where id = 5 or true', /in batches/],
    ['update operation set x = (select 1 limit 1)', /in batches/],
    ['do $$ begin update operation set x = 1; end $$', /DO block/],
    [`do $$ begin execute 'update ' || 'operation' || ' set x = 1'; end $$`, /DO block/],
    ['begin; select 1; commit', /begin and commit/],
    [`set local lock_timeout = '1h'`, /time-out/],
    [`select 'open`, /can't be read/],
  ])('%s', (text, message) => {
    expect(findFaults(text)).toContainEqual(expect.stringMatching(message));
  });
});

describe('a migration that stops no process is allowed', () => {
  test.each([
    '-- outside a transaction\ncreate unique index concurrently if not exists i on operation (card_id);',
    '-- outside a transaction\ndrop index concurrently i;',
    'create index i on maintenance (x)',
    'create table session (id bigint); create index i on session (id)',
    'create table operation_note (id bigint primary key, operation_id bigint not null references operation)',
    'alter table card add column x int',
    'alter table card add column if not exists x int not null default 0',
    `alter table card add column x jsonb not null default '{}'::jsonb, add column y timestamptz default now()`,
    `alter table card add column x numeric(12, 2) default -1.5, add y varchar(5) default 'a'::varchar(5)`,
    'alter table card alter column x set default gen_random_uuid(), alter column y drop not null',
    'alter table session add constraint c check (x > 0) not valid',
    'alter table session validate constraint c',
    'alter table sms_code add constraint c unique using index i',
    '-- validated: month_document x_there\nalter table month_document alter column x set not null',
    '-- contract: unused since 0.4\nalter table card drop column x',
    'alter table card drop constraint c',
    'alter table maintenance alter column x type text',
    'update maintenance set x = 1',
    'update operation set x = 1 where id in (select id from operation where x is null limit 10000)',
    'delete from session where id = 17',
    'create trigger t before update on operation for each row execute function f()',
    'create trigger t before update or delete on operation for each row execute function f()',
    'create function f() returns trigger language plpgsql as $$ begin update operation set x = 1; end $$',
    'create function f() returns int begin atomic update operation set x = 1; select 1; end',
    'grant select, update on operation to magistral_system; grant update (x) on card to magistral_posting',
    'insert into session (id) values (1) on conflict (id) do update set x = 1',
    'do $$ begin perform 1; end $$',
    `-- update operation set x = 1\nselect 'update operation set x = 1; drop table card'`,
    '/* drop table card; /* nested */ */ select 1',
  ])('%s', (text) => {
    expect(findFaults(text)).toEqual([]);
  });
});

test('migrations before file number 300 are not judged', () => {
  expect(findMigrationFaults('225-x.sql', 'update operation set x = 1')).toEqual([]);
});

test('statements part at the semicolons that PostgreSQL parts them at', () => {
  const text = `select ';' , E'\\';' , "a;b"; -- a; b
    create function f() as $x$ a; $$ b; $$ $x$; /* ; */ select $1, 'it''s; so'; create function g() begin atomic select case when true then 1 end; end; select 2`;
  expect(splitStatements(text).map(({ tokens }) => tokens[0]?.text)).toEqual([
    'select',
    'create',
    'select',
    'create',
    'select',
  ]);
});

test('every migration can be read to its end, and none is refused', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  for (const name of files) {
    const text = readFileSync(path.join(FOLDER, name), 'utf8');
    expect(splitStatements(text).length, name).toBeGreaterThan(0);
    expect(findMigrationFaults(name, text), name).toEqual([]);
  }
});
