import type pg from 'pg';
import { cpuMs } from './cpu-time.ts';
import { median } from './load.ts';

const ROUNDS = 5;
const ROWS = 1000;

/**
 * Measures what `note_rule_sale` adds to writing sales and transfers, one by one and in statements of 100, with and
 * without it in turns.
 */
export async function measureRuleTrigger(owner: pg.Client): Promise<void> {
  console.log(
    '\n| the trigger, writing | rows a statement | without, CPU ms | with, CPU ms | times |\n|---|---|---|---|---|',
  );
  for (const [label, typeId] of [
    ['sales', 11],
    ['transfers', 1],
  ] as const)
    for (const each of [1, 100]) {
      const [plain, triggered] = [[] as number[], [] as number[]];
      for (let round = -1; round < ROUNDS; round += 1)
        for (const [isOn, into] of round % 2 === 0 ? TRIGGER_STATES : TRIGGER_STATES.toReversed()) {
          await owner.query(`alter table operation ${isOn ? 'enable' : 'disable'} trigger note_rule_sale`);
          const cpu = await write(owner, { typeId, each });
          // The first round only warms up.
          if (round >= 0) (into === 'plain' ? plain : triggered).push(cpu);
        }
      const [without, with_] = [median(plain), median(triggered)];
      console.log(
        `| ${label} | ${each} | ${without.toFixed(0)} | ${with_.toFixed(0)} | ${(with_ / without).toFixed(2)} |`,
      );
    }
}

const TRIGGER_STATES: readonly [isOn: boolean, into: 'plain' | 'told'][] = [
  [false, 'plain'],
  [true, 'told'],
];

/** Processor time of writing the rows; nothing of them stays. */
async function write(owner: pg.Client, { typeId, each }: { typeId: number; each: number }): Promise<number> {
  await owner.query('begin');
  const before = cpuMs();
  for (let done = 0; done < ROWS; done += each)
    await owner.query({
      name: `bench-write-${typeId}-${each}`,
      text: `
        insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, created_at)
        select company_id, id, partner_id, ${typeId}, 1, 100000, case when ${typeId} = 11 then 'told-' || $1 + n end, now()
        from generate_series(1, ${each}) n join card on card.id = (select min(id) from card) + ($1 + n) % 1000`,
      values: [done],
    });
  const cpu = cpuMs() - before;
  await owner.query('rollback');
  return cpu;
}
