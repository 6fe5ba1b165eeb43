import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { MAGISTRAL_URL, MAGISTRAL_KEY, FROM, TO } = process.env;

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${MAGISTRAL_URL}/api/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${MAGISTRAL_KEY}` } },
  }),
);
const { structuredContent } = await client.callTool({
  name: 'summarize_spending',
  arguments: { by: 'card', from: FROM, to: TO },
});
console.log(structuredContent);
await client.close();
