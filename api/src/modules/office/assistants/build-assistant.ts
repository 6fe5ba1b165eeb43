import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { KeyScope } from '#contract/key-scopes.ts';
import { Refusal } from '../../../errors.ts';
import type { Told } from './ask-portal.ts';
import { ASSISTANT_TOOLS, type Ask, type AssistantTool } from './assistant-tools.ts';

export interface AssistantAsked {
  name: string;
  version: string;
  /** The portal's address, for links into the cabinet. */
  address: string;
  scopes: readonly KeyScope[];
  ask: Ask;
}

const INSTRUCTIONS =
  'Топливные карты одной компании: карты, операции, расходы на топливо, остатки, документы. Только чтение. ' +
  'Карту люди называют последними цифрами номера: сначала find_cards, потом её id. Суммы в рублях, дни московские, оба включены. ' +
  'Давайте ссылки из ответов: по ним открываются сами строки в кабинете.';

/** An MCP server of the tools that the key's scopes allow. It reads, and changes nothing. */
export function buildAssistant({ name, version, address, scopes, ask }: AssistantAsked): McpServer {
  const server = new McpServer({ name, version }, { instructions: INSTRUCTIONS });
  for (const tool of ASSISTANT_TOOLS.filter((one) => scopes.includes(one.scope))) {
    const { title, description, input } = tool;
    server.registerTool(
      tool.name,
      {
        title,
        description,
        inputSchema: input.shape,
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      },
      (said: unknown) => answer(tool, said, { address, ask }),
    );
  }
  return server;
}

type Answered = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** A refusal is an answer too: the model reads its sentence and asks otherwise. */
async function answer(
  tool: AssistantTool,
  said: unknown,
  { address, ask }: { address: string; ask: Ask },
): Promise<Answered> {
  try {
    const { path, query, tell } = tool.ask(said ?? {});
    const told: Told = await ask({ path, ...(query && { query }) });
    const structuredContent = tell(told, (page) => `${address}${page}`);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}
