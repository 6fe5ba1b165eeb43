import type { z } from 'zod';
import { readOperator } from '#contract/system.ts';
import { useRead } from './use-call.ts';

export type OperatorData = z.infer<(typeof readOperator)['data'] & z.ZodType>;

/** Placeholders until the operator's data are known: nothing is invented. */
const UNKNOWN: OperatorData = {
  name: 'Магистраль',
  legalName: '',
  inn: '',
  phone: '',
  email: '',
  chatUrl: '',
  supportHours: '',
  address: '',
  holidayNotice: null,
  captcha: null,
  codeChat: null,
  baseMap: null,
  devPhone: false,
  devMail: false,
};

/**
 * The server writes the data into the page (api/src/http/pages/web-application.ts); in development only the call returns it.
 */
const written = document.getElementById('operator')?.textContent;
const INITIAL = written ? (JSON.parse(written) as OperatorData) : UNKNOWN;

export function useOperator(): OperatorData {
  return useRead(readOperator).data?.data ?? INITIAL;
}
