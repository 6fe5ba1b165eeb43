import type { KyselyPlugin } from 'kysely';
import type { Database, Db } from '../../api/src/db/database.ts';
import type { FaultPoints } from './fault-points.ts';

/** The same database; its transactions and statements pass the points of the process. */
export function faultyDatabase(db: Database, points: FaultPoints): Database {
  async function committed<Result>(transaction: Promise<Result>): Promise<Result> {
    const result = await transaction;
    await points.reach('after-commit');
    return result;
  }

  const beforeCommit =
    <Result>(work: (tx: Db) => Promise<Result>) =>
    async (tx: Db): Promise<Result> => {
      const result = await work(tx);
      await points.reach('before-commit');
      return result;
    };

  const reading =
    (open: Database['prepared']): Database['prepared'] =>
    async (work) => {
      points.assertAlive();
      const result = await open(work);
      await points.reach('statement');
      return result;
    };

  const inBatch =
    (open: Database['inCompanies']): Database['inCompanies'] =>
    async (companyIds, work) => {
      points.assertAlive();
      return open(companyIds, (tx, commit) =>
        work(tx, async () => {
          // The writes of the transaction are on their way already, but without the commit none of them stays.
          await points.reach('before-commit');
          await committed(commit());
        }),
      );
    };

  return {
    ...db,
    system: db.system.withPlugin(passing(points)),
    async inSystem(work) {
      points.assertAlive();
      return committed(db.inSystem(beforeCommit(work)));
    },
    async inCompany(scope, work) {
      points.assertAlive();
      return committed(db.inCompany(scope, beforeCommit(work)));
    },
    prepared: reading(db.prepared),
    readTogether: reading(db.readTogether),
    inCompanies: inBatch(db.inCompanies),
    inHeldCompanies: inBatch(db.inHeldCompanies),
  };
}

/** Each statement outside a transaction is one of its own. */
function passing(points: FaultPoints): KyselyPlugin {
  return {
    transformQuery({ node }) {
      points.assertAlive();
      return node;
    },
    async transformResult({ result }) {
      await points.reach('statement');
      return result;
    },
  };
}

/** Wraps a gateway. Each call passes one point before it is made and another before its answer is received. */
export function faultyGateway<Gateway extends object>(gateway: Gateway, points: FaultPoints): Gateway {
  return new Proxy(gateway, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...input: unknown[]) => {
        await points.reach('before-call');
        const answer: unknown = await (value as (...args: unknown[]) => unknown).apply(target, input);
        await points.reach('after-call');
        return answer;
      };
    },
  });
}
