import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  ListToolsRequestSchema,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';

/** Each method that the server answers, with the parameters that it takes, for the refusal. */
const METHODS = new Map(
  [
    { schema: InitializeRequestSchema, takes: 'нужны protocolVersion, capabilities и clientInfo' },
    { schema: ListToolsRequestSchema, takes: 'params не нужны' },
    {
      schema: CallToolRequestSchema,
      takes: 'нужны name, название инструмента, и arguments, объект с его аргументами',
    },
  ].map((method) => [method.schema.shape.method.value as string, method]),
);

/**
 * Answers a request whose parameters are wrong with the code -32602 and a sentence, before the server reads it: the
 * server answers with the code of its own failure and an English text. The transport is connected already.
 */
export function refuseWrongParams(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const refusal = findWrongParams(message);
    if (refusal) void transport.send(refusal);
    else deliver?.(message, extra);
  };
}

function findWrongParams(message: JSONRPCMessage): JSONRPCErrorResponse | null {
  if (!isJSONRPCRequest(message)) return null;
  const method = METHODS.get(message.method);
  const issue = method?.schema.safeParse(message).error?.issues[0];
  if (!method || !issue) return null;
  const place = issue.path.join('.') || 'params';
  return {
    jsonrpc: '2.0',
    id: message.id,
    error: {
      code: ErrorCode.InvalidParams,
      message: `Неверные параметры ${message.method}: проверьте «${place}». Для этого вызова ${method.takes}`,
    },
  };
}
