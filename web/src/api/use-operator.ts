import type { z } from 'zod';
import { readOperator } from '#contract/system.ts';
import { useRead } from './use-call.ts';

export type OperatorData = z.infer<(typeof readOperator)['data'] & z.ZodType>;

/** Placeholders until the operator's data are known: nothing is invented. */
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

/** The server writes it into the page (api/src/http/web-application.ts); while developing it comes with the call alone. */
const written = document.getElementById('operator')?.textContent;
const TOLD = written ? (JSON.parse(written) as OperatorData) : UNKNOWN;

export function useOperator(): OperatorData {
  return useRead(readOperator).data?.data ?? TOLD;
}
