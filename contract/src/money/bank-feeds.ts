import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { moment, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Statements asked from the operator's bank by its API: docs/operations/bank.md. */

const bankFeed = z.object({
  account: z.string(),
  bank: z.string(),
  read_at: moment.nullable().meta({ description: 'when it was read to its end last' }),
  next_at: moment.nullable().meta({ description: 'when it is asked for again by itself' }),
  lines: z.int().meta({ description: 'new lines of the last reading that had any' }),
  lines_at: moment.nullable(),
  problem: z.string().nullable().meta({ description: 'why it can’t be read, a sentence' }),
  problem_since: moment.nullable(),
});

export const listBankFeeds = endpoint({
  name: 'listBankFeeds',
  method: 'GET',
  path: '/staff/api/bank-feeds',
  summary:
    'The accounts whose statements are asked from the bank, and how that goes; none where it has no API',
  caller: 'staff.read',
  data: z.array(bankFeed),
  source: 'docs/operations.md',
});

/** Refuses: 409 no API of a bank is configured. */
export const pullBankFeeds = endpoint({
  name: 'pullBankFeeds',
  method: 'POST',
  path: '/staff/api/bank-feeds/pull',
  summary: 'Has the statements asked from the bank now; what they bring is in the books a moment later',
  caller: 'staff.handleMoney',
  body: z.object({}),
  data: z.object({ asked: z.int() }),
  source: 'docs/operations.md',
});

export const payAtEmbeddedBank = endpoint({
  name: 'payAtEmbeddedBank',
  method: 'POST',
  path: '/dev/bank-payments',
  summary:
    'Brings payment orders (1CClientBankExchange) to the embedded bank, which carries them out (development only)',
  caller: 'public',
  body: z.object({}),
  file: 'file',
  data: z.array(z.object({ number: requiredText(100), sum: rubles, purpose: z.string() })),
  source: 'docs/calls.md 8',
});
