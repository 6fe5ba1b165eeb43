import type { z } from 'zod';
import { ROLE_TITLE, roleFromId } from '#contract/access.ts';
import type { delegation, DelegationState } from '#contract/companies/delegations.ts';
import type { RoleId } from '#contract/ids.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type Delegation = z.infer<typeof delegation>;
export type DelegatedPerson = Delegation['people'][number];

/** Returns the other side of a delegation: the firm for the company, the company for the firm. */
export function getOtherSide({ side, company, firm }: Delegation): Delegation['firm'] {
  return side === 'given' ? firm : company;
}

export function formatRole({ role_id }: Delegation): string {
  return ROLE_TITLE[roleFromId(role_id as RoleId)].toLowerCase();
}

export function formatPerson({ firstname, lastname }: DelegatedPerson): string {
  return [firstname, lastname].filter(Boolean).join(' ') || 'Без имени';
}

export const STATE: Record<DelegationState, { tone: StatusTone; given: string; received: string }> = {
  waiting: { tone: 'wait', given: 'Ждёт ответа бухгалтерии', received: 'Ждёт вашего ответа' },
  active: { tone: 'go', given: 'Доступ открыт', received: 'Доступ открыт' },
  over: { tone: 'neutral', given: 'Доступ закончился', received: 'Доступ закончился' },
};
