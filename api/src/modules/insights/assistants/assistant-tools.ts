import { z } from 'zod';
import { SUMMARY_SIDES } from '#contract/fuel/spending.ts';
import type { KeyScope } from '#contract/companies/key-scopes.ts';
import type { ReplyEnvelope } from './ask-portal.ts';
import { readArguments } from './read-arguments.ts';
import {
  type Link,
  formatBalances,
  formatCards,
  formatDocuments,
  formatOperations,
  formatSpending,
} from './tool-answers.ts';
import {
  BALANCES_ANSWER,
  CARDS_ANSWER,
  DOCUMENTS_ANSWER,
  OPERATIONS_ANSWER,
  SPENDING_ANSWER,
} from './answer-shapes.ts';

type Query = Record<string, string | number | undefined>;
export type CallPortal = (args: { path: string; query?: Query }) => Promise<ReplyEnvelope>;

/** Call that answers a tool, and the part of its answer that is returned. */
interface ToolCall<Answer> {
  path: string;
  query?: Query;
  format: (envelope: ReplyEnvelope, link: Link) => Answer;
}

interface Tool<Said extends z.ZodObject, Answer extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  scope: KeyScope;
  input: Said;
  output: Answer;
  call: (input: z.output<Said>) => ToolCall<z.output<Answer>>;
}

export interface AssistantTool extends Omit<Tool<z.ZodObject, z.ZodObject>, 'call'> {
  /** Parses the input of the tool. Refuses input that the tool does not take. */
  ask: (input: Record<string, unknown>) => ToolCall<Record<string, unknown>>;
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const period = {
  from: day.describe('Первый день, ГГГГ-ММ-ДД, по Москве').optional(),
  to: day.describe('Последний день, ГГГГ-ММ-ДД, включён').optional(),
};
const card_id = z.int().positive().describe('id карты из find_cards').optional();

function tool<Said extends z.ZodObject, Answer extends z.ZodObject>({
  call,
  ...about
}: Tool<Said, Answer>): AssistantTool {
  return { ...about, ask: (input) => call(readArguments(about, input)) };
}

/** Maximum number of operations in one answer. */
const OPERATIONS = 50;

export const ASSISTANT_TOOLS: readonly AssistantTool[] = [
  tool({
    name: 'find_cards',
    title: 'Найти карты',
    description:
      'Карты по последним цифрам номера, комментарию или водителю; без слов — все. Остаток, состояние, лимит; если карт много — первые 50 и итог по всем.',
    scope: 'cards:read',
    input: z.object({
      search: z.string().max(100).describe('Слова или цифры, не больше 100 знаков, например 4000').optional(),
    }),
    output: CARDS_ANSWER,
    call: ({ search }) => ({ path: '/api/v1/cards', query: { search }, format: formatCards }),
  }),
  tool({
    name: 'list_operations',
    title: 'Операции за период',
    description: `Заправки, возвраты, пополнения и блокировки, сначала новые, по ${OPERATIONS} на странице, с итогом по топливу за весь период.`,
    scope: 'operations:read',
    input: z.object({
      card_id,
      ...period,
      page: z.int().min(1).max(10_000).describe('Страница, с 1 до 10000').default(1),
    }),
    output: OPERATIONS_ANSWER,
    call: ({ card_id: cardId, from, to, page }) => ({
      path: '/api/v1/operations',
      query: { cardId, dateFrom: from, dateTo: to, page, perPage: OPERATIONS },
      format: (envelope, link) => formatOperations(envelope, link, { cardId, from, to }),
    }),
  }),
  tool({
    name: 'summarize_spending',
    title: 'Расходы на топливо',
    description:
      'Сколько потрачено на топливо за период: по месяцам, сетям, картам, водителям, видам топлива или АЗС, рядом с прошлым периодом. Покупки за вычетом возвратов.',
    scope: 'operations:read',
    input: z.object({ by: z.enum(SUMMARY_SIDES).default('month'), card_id, ...period }),
    output: SPENDING_ANSWER,
    call: ({ by, card_id: cardId, from, to }) => ({
      path: '/api/v1/operations/summary',
      query: { by, cardId, dateFrom: from, dateTo: to },
      format: (envelope, link) => formatSpending(envelope, link, { by, cardId, from, to }),
    }),
  }),
  tool({
    name: 'read_balances',
    title: 'Остатки',
    description: 'Нераспределённые средства, счета сетей, собственные средства и кредит.',
    scope: 'money:read',
    input: z.object({}),
    output: BALANCES_ANSWER,
    call: () => ({
      path: '/api/v1/balances',
      format: formatBalances,
    }),
  }),
  tool({
    name: 'list_documents',
    title: 'Документы',
    description: 'Закрывающие документы года по месяцам: вид, сеть, сумма, НДС, получен ли.',
    scope: 'documents:read',
    input: z.object({ year: z.int().min(2000).max(2100).describe('Год, например 2026') }),
    output: DOCUMENTS_ANSWER,
    call: ({ year }) => ({ path: '/api/v1/documents', query: { year }, format: formatDocuments }),
  }),
];
