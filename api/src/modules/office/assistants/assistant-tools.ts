import { z } from 'zod';
import { SUMMARY_SIDES } from '#contract/spending.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { Told } from './ask-portal.ts';
import { tellCards, tellDocuments, tellOperations, tellSpending } from './tool-answers.ts';

/** Makes a page of the cabinet a link. */
export type Link = (page: string) => string;
export type Query = Record<string, string | number | undefined>;
export type Ask = (asked: { path: string; query?: Query }) => Promise<Told>;

/** The call that answers a tool, and what of its answer is told. */
export interface ToolCall {
  path: string;
  query?: Query;
  tell: (told: Told, link: Link) => Record<string, unknown>;
}

interface Tool<Said extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  scope: KeyScope;
  input: Said;
  call: (said: z.output<Said>) => ToolCall;
}

export interface AssistantTool extends Omit<Tool<z.ZodObject>, 'call'> {
  /** Reads what was said; a ZodError where it is not what the tool takes. */
  ask: (said: unknown) => ToolCall;
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const period = {
  from: day.describe('Первый день, ГГГГ-ММ-ДД, по Москве').optional(),
  to: day.describe('Последний день, включён').optional(),
};
const card_id = z.int().positive().describe('id карты из find_cards').optional();

function tool<Said extends z.ZodObject>({ call, ...about }: Tool<Said>): AssistantTool {
  return { ...about, ask: (said) => call(about.input.parse(said)) };
}

/** How many operations one answer holds. */
const OPERATIONS = 50;

export const ASSISTANT_TOOLS: readonly AssistantTool[] = [
  tool({
    name: 'find_cards',
    title: 'Найти карты',
    description:
      'Карты по последним цифрам номера, комментарию или водителю; без слов — все. Остаток, состояние, лимит.',
    scope: 'cards:read',
    input: z.object({ search: z.string().max(100).describe('Например 4000').optional() }),
    call: ({ search }) => ({ path: '/api/v1/cards', query: { search }, tell: tellCards }),
  }),
  tool({
    name: 'list_operations',
    title: 'Операции за период',
    description: `Заправки, возвраты, пополнения и блокировки, сначала новые, по ${OPERATIONS} на странице, с итогом по топливу за весь период.`,
    scope: 'operations:read',
    input: z.object({ card_id, ...period, page: z.int().min(1).max(10_000).default(1) }),
    call: ({ card_id: cardId, from, to, page }) => ({
      path: '/api/v1/operations',
      query: { cardId, dateFrom: from, dateTo: to, page, perPage: OPERATIONS },
      tell: (told, link) => tellOperations(told, link, { cardId, from, to }),
    }),
  }),
  tool({
    name: 'summarize_spending',
    title: 'Расходы на топливо',
    description:
      'Сколько потрачено на топливо за период: по месяцам, сетям, картам, водителям, видам топлива или АЗС, рядом с прошлым периодом. Покупки за вычетом возвратов.',
    scope: 'operations:read',
    input: z.object({ by: z.enum(SUMMARY_SIDES).default('month'), card_id, ...period }),
    call: ({ by, card_id: cardId, from, to }) => ({
      path: '/api/v1/operations/summary',
      query: { by, cardId, dateFrom: from, dateTo: to },
      tell: (told, link) => tellSpending(told, link, { by, cardId, from, to }),
    }),
  }),
  tool({
    name: 'read_balances',
    title: 'Остатки',
    description: 'Нераспределённые средства, счета сетей, собственные средства и кредит.',
    scope: 'money:read',
    input: z.object({}),
    call: () => ({
      path: '/api/v1/balances',
      tell: ({ data }, link) => ({ ...(data as object), link: link('/cabinet') }),
    }),
  }),
  tool({
    name: 'list_documents',
    title: 'Документы',
    description: 'Закрывающие документы года по месяцам: вид, сеть, сумма, НДС, получен ли.',
    scope: 'documents:read',
    input: z.object({ year: z.int().min(2000).max(2100) }),
    call: ({ year }) => ({ path: '/api/v1/documents', query: { year }, tell: tellDocuments }),
  }),
];
