import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { KeyScope } from '#contract/companies/key-scopes.ts';
import { Refusal } from '../../../errors.ts';
import type { ReplyEnvelope } from './ask-portal.ts';
import { toInputSchema, toOutputSchema } from './read-arguments.ts';
import { ASSISTANT_TOOLS, type CallPortal, type AssistantTool } from './assistant-tools.ts';

export interface AssistantRequest {
  name: string;
  version: string;
  /** The portal's address, for links into the cabinet. */
  address: string;
  scopes: readonly KeyScope[];
  ask: CallPortal;
}

const INTRODUCTION =
  'Топливные карты одной компании. Только чтение. Суммы в рублях, дни и время московские, оба дня включены.';
const CARD_IDS = 'Карту люди называют последними цифрами номера: сначала find_cards, потом её id.';
const LINKS = 'Давайте ссылки из ответов: по ним открываются сами строки в кабинете.';

/** An MCP server of the tools that the key's scopes allow. It reads, and changes nothing. */
export function buildAssistant({ name, version, address, scopes, ask }: AssistantRequest): Server {
  const tools = ASSISTANT_TOOLS.filter((assistantTool) => scopes.includes(assistantTool.scope));
  const findsCards = tools.some((tool) => tool.name === 'find_cards');
  // The server that is less by itself: the other one answers wrong arguments in English and lets unknown ones pass.
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: {} },
      // The instructions do not mention a tool that the key lacks.
      instructions: [INTRODUCTION, ...(findsCards ? [CARD_IDS] : []), LINKS].join(' '),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(presentTool) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find((assistantTool) => assistantTool.name === params.name);
    if (!tool) return refused(noSuchTool(params.name, tools));
    return answer(tool, params.arguments ?? {}, { address, ask });
  });
  return server;
}

function presentTool({ name, title, description, input, output }: AssistantTool) {
  return {
    name,
    title,
    description,
    inputSchema: toInputSchema(input),
    outputSchema: toOutputSchema(output),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}

function noSuchTool(name: string, tools: readonly AssistantTool[]): string {
  const offered = tools.map((tool) => tool.name).join(', ');
  return `Инструмента «${name.slice(0, 50)}» у этого ключа нет. Есть: ${offered || 'ни одного, дайте ключу права на чтение'}`;
}

type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** A refusal is an answer too: the model reads its sentence and asks otherwise. */
async function answer(
  tool: AssistantTool,
  input: Record<string, unknown>,
  { address, ask }: { address: string; ask: CallPortal },
): Promise<ToolResult> {
  try {
    const { path, query, format } = tool.ask(input);
    const envelope: ReplyEnvelope = await ask({ path, ...(query && { query }) });
    const structuredContent = format(envelope, (page) => `${address}${page}`);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(error.message);
  }
}

function refused(sentence: string): ToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}
