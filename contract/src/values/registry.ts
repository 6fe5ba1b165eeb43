import { z } from 'zod';
import { address, moment } from '../fields.ts';

/** Data of a company in the state's register: spec section 5, docs/calls.md 3. */
export const COMPANY_STATES = ['active', 'liquidating', 'liquidated', 'bankrupt', 'reorganizing'] as const;
export type CompanyState = (typeof COMPANY_STATES)[number];

export const COMPANY_STATE_TITLE: Readonly<Record<CompanyState, string>> = {
  active: 'Действует',
  liquidating: 'Ликвидируется',
  liquidated: 'Ликвидирована',
  bankrupt: 'Банкротится',
  reorganizing: 'Реорганизуется',
};

/** The record as the programme's staff see it. */
export const registryRecord = z.object({
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string().nullable(),
  title: z.string(),
  legal_form: z.string(),
  address,
  director: z.string().nullable(),
  status: z.enum(COMPANY_STATES).nullable().meta({ description: 'null: the register was not asked yet' }),
  phones: z.array(z.string()),
  read_at: moment.nullable().meta({ description: 'when the register said so; null: it was not asked yet' }),
});
