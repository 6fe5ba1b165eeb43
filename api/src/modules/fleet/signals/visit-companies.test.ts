import { expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { visitCompanies } from './find-signals.ts';

test('a company for which the work fails leaves the others their turn', async () => {
  const visited: number[] = [];
  const recorded: object[] = [];
  const log = { error: (what: object) => recorded.push(what) } as unknown as Context['log'];
  const due = [{ company_id: 1 }, { company_id: 2 }, { company_id: 3 }];
  const visit = visitCompanies({ log }, due, async ({ companyId }) => {
    if (companyId === 2) throw new Error('of the second');
    visited.push(companyId);
  });
  await expect(visit).rejects.toThrow('of the second');
  expect(visited).toEqual([1, 3]);
  expect(recorded).toMatchObject([{ companyId: 2 }]);
});
