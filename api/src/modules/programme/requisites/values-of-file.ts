import type { Operator } from '../../../operator.ts';
import type { DatedValue } from './programme-values.ts';

/** Returns what the operator's file has as dated values: what a programme begins with. */
export function readValuesOfFile(operator: Operator): DatedValue[] {
  const { name, invoicePrefix, invoiceDueDays, objectionDays, otherAccounts } = operator;
  const { firstOrderMaxCards, firstOrderMaxRubles } = operator;
  const { account, bik, bank, corrAccount, ...requisites } = operator.requisites;
  return [
    { part: 'name', firstDay: null, value: { name } },
    { part: 'requisites', firstDay: null, value: requisites },
    { part: 'accounts', firstDay: null, value: { account, bik, bank, corrAccount, otherAccounts } },
    { part: 'invoices', firstDay: null, value: { invoicePrefix, invoiceDueDays } },
    { part: 'objections', firstDay: null, value: { objectionDays } },
    { part: 'approval', firstDay: null, value: { firstOrderMaxCards, firstOrderMaxRubles } },
    ...readVatOfFile(operator.vat),
  ];
}

/** One value for each day on which the general rate or the operator's scheme changes. */
function readVatOfFile({ rates, schemes }: Operator['vat']): DatedValue[] {
  const days = [...new Set([...rates, ...schemes].map(({ since }) => since))].toSorted();
  return days.flatMap((firstDay): DatedValue[] => {
    const percent = findInForce(rates, firstDay)?.percent;
    const scheme = findInForce(schemes, firstDay)?.scheme ?? 'general';
    return percent === undefined ? [] : [{ part: 'vat', firstDay, value: { percent, scheme } }];
  });
}

function findInForce<Dated extends { since: string }>(all: readonly Dated[], day: string): Dated | undefined {
  return all
    .filter(({ since }) => since <= day)
    .toSorted((a, b) => a.since.localeCompare(b.since))
    .at(-1);
}
