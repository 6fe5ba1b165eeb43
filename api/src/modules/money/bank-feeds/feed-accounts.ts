import type { Context } from '../../../context.ts';

/** The accounts whose statements are asked from the bank; none where no API is configured. */
export function feedAccounts({ config: { bankApi, operator } }: Context): readonly string[] {
  if (bankApi.provider === 'none') return [];
  return bankApi.accounts.length > 0 ? bankApi.accounts : [operator.requisites.account];
}
