import type { FastifyInstance, FastifyReply } from 'fastify';
import { allCalls } from '#contract/calls.ts';
import { DEVELOPERS_PROMISE, GUIDES, type Guide } from '#contract/developer-guides.ts';
import { listPaths } from '#contract/endpoint.ts';
import { isForKeys } from '#contract/published-openapi.ts';
import type { Context } from '../context.ts';
import { readExamples } from './guides-without-scripts.ts';
import { publicAddress } from './pages/public-address.ts';

/**
 * `/llms.txt` and `/llms-full.txt` (llmstxt.org): the developers' page for language models, made from the same guides,
 * examples and calls.
 */
export function languageModelRoutes(app: FastifyInstance, ctx: Context): void {
  const examples = readExamples();
  const { name } = ctx.programme.today();
  const address = publicAddress(ctx.config);
  app.get('/llms.txt', (_request, reply) => sendText(reply, outline(name, address)));
  app.get('/llms-full.txt', (_request, reply) => sendText(reply, everything(name, address, examples)));
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(text);
}

const heading = (name: string): string => `# ${name}: API топливных карт\n\n> ${DEVELOPERS_PROMISE}\n`;

function outline(name: string, address: string): string {
  const guides = GUIDES.map(({ id, title, text }) => `- [${title}](${address}/developers#${id}): ${text[0]}`);
  return [
    heading(name),
    '## Руководства\n',
    ...guides,
    '\n## Описание вызовов\n',
    `- [OpenAPI 3.1](${address}/api/openapi.json): все вызовы со схемами и примерами`,
    `- [Все вызовы](${address}/api/docs): то же для людей`,
    `- [Всё одним файлом](${address}/llms-full.txt): руководства с примерами на curl и TypeScript`,
    '\n## Вызовы по ключу\n',
    ...callLines(),
    '',
  ].join('\n');
}

function everything(name: string, address: string, examples: Map<string, string>): string {
  return [
    heading(name),
    `Адрес портала: ${address}. OpenAPI 3.1: ${address}/api/openapi.json\n`,
    ...GUIDES.map((guide) => guideText(guide, examples)),
    '## Вызовы по ключу\n',
    ...callLines(),
    '',
  ].join('\n');
}

function guideText({ title, text, table = [], examples = [] }: Guide, files: Map<string, string>): string {
  const rows = table.map(([term, meaning]) => `- \`${term}\`: ${meaning}`);
  const shown = examples.flatMap(({ name, title: what }) => [
    `### ${what}\n`,
    ...(['sh', 'ts'] as const).map((ending) => `\`\`\`${ending}\n${files.get(`${name}.${ending}`)}\`\`\`\n`),
  ]);
  return [`## ${title}\n`, ...text.map((value) => `${value}\n`), ...rows, rows.length > 0 ? '' : [], ...shown]
    .flat()
    .join('\n');
}

function callLines(): string[] {
  return allCalls.flatMap((call) =>
    listPaths(call)
      .filter((path) => isForKeys(call, path))
      .map(
        (path) =>
          `- \`${call.method} ${path.replace(/:(\w+)/g, '{$1}')}\` (${call.key?.scope}): ${call.summary}`,
      ),
  );
}
