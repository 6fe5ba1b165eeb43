import type { Context } from '../context.ts';
import type { Database, Db } from '../db/database.ts';

export class ProcessKilled extends Error {}

/**
 * The context of a process that dies before its nth statement: what its open transaction has done is undone, what was
 * committed stays, and nothing runs after it.
 */
export function dyingContext(ctx: Context, atStatement: number): Context {
  let seen = 0;
  const count = () => {
    seen += 1;
    if (seen >= atStatement) throw new ProcessKilled();
  };
  const { db } = ctx;
  const dying: Database = {
    ...db,
    system: new Proxy(db.system, {
      get(target, name) {
        if (name === 'getExecutor') return () => countedExecutor(target.getExecutor(), count);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    inSystem: (work) => db.inSystem((tx) => work(withKill(tx, count))),
    inCompany: (scope, work) => db.inCompany(scope, (tx) => work(withKill(tx, count))),
  };
  return { ...ctx, db: dying };
}

type Executor = ReturnType<Db['getExecutor']>;

/** Returns the same object, because traces are stored beside their transaction. */
function withKill(tx: Db, count: () => void): Db {
  const executor = tx.getExecutor();
  tx.getExecutor = () => countedExecutor(executor, count);
  return tx;
}

function countedExecutor(executor: Executor, count: () => void): Executor {
  return new Proxy(executor, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'executeQuery') return value.bind(target);
      return async (...input: unknown[]) => {
        count();
        return value.apply(target, input);
      };
    },
  });
}
