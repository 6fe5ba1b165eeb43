import pg from 'pg';
import { runLoad, type Load } from './load.ts';

/**
 * The yardstick: a double-entry transfer as one function call, on the same server, in tables of the same shape,
 * sixteen connections, prepared statements.
 */
export async function measurePlainSql(databaseUrl: string, transfers: number): Promise<Load> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  await pool.query(YARDSTICK);
  const transfer = async (index: number): Promise<boolean> => {
    await pool.query({
      name: 'yardstick',
      text: 'select bench_transfer($1, $2, $3)',
      values: [1 + (index % 200), 201 + (index % 200), 100],
    });
    return true;
  };
  const load = await runLoad(
    Array.from({ length: transfers }, (_, index) => index),
    Array.from({ length: 16 }, () => transfer),
  );
  await pool.end();
  return load;
}

const YARDSTICK = `
  create schema if not exists bench;
  create table if not exists bench.account (id bigint primary key, balance bigint not null check (balance >= 0));
  create table if not exists bench.transfer (id bigint generated always as identity primary key, from_id bigint not null,
    to_id bigint not null, amount bigint not null check (amount > 0), posted_at timestamptz not null default now());
  create table if not exists bench.entry (account_id bigint, transfer_id bigint, amount bigint not null, before bigint not null,
    after bigint not null, primary key (account_id, transfer_id));
  insert into bench.account select id, 1000000000000 from generate_series(1, 400) id on conflict do nothing;
  create or replace function bench_transfer(from_id bigint, to_id bigint, amount bigint) returns bigint language plpgsql as $$
  declare made bigint; from_before bigint; to_before bigint;
  begin
    perform 1 from bench.account where id in (from_id, to_id) order by id for no key update;
    update bench.account set balance = balance - amount where id = from_id returning balance + amount into from_before;
    update bench.account set balance = balance + amount where id = to_id returning balance - amount into to_before;
    insert into bench.transfer (from_id, to_id, amount) values (from_id, to_id, amount) returning id into made;
    insert into bench.entry values (from_id, made, -amount, from_before, from_before - amount), (to_id, made, amount, to_before, to_before + amount);
    return made;
  end $$;`;
