import type { z } from 'zod';
import { readOperator } from '#contract/system.ts';
import { useRead } from './use-call.ts';

export type OperatorData = z.infer<(typeof readOperator)['data'] & z.ZodType>;

/** Until the operator's data has come, nothing is invented in its place. */
const UNKNOWN: OperatorData = {
  name: 'Магистраль',
  legalName: '',
  phone: '',
  email: '',
  chatUrl: '',
  supportHours: '',
  holidayNotice: null,
  recaptchaSiteKey: null,
  baseMap: null,
  devPhone: false,
};

export function useOperator(): OperatorData {
  return useRead(readOperator).data?.data ?? UNKNOWN;
}
