import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { chatCompletionsModel } from './chat-completions-model.ts';
import type { QuestionModel } from './question-model.ts';

const MAX_BODY_BYTES = 100_000;

const request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })).min(1),
});

/** Phrases of users, and how the grammar expresses them. The text around stays. */
const PHRASES: readonly [said: RegExp, meant: string][] = [
  [/во что (?:нам )?(?:обош\S*|вста\S*|вышл\S*)/, 'сколько потратили'],
  [/(?:много ли|сколько)? ?(?:денег )?(?:ушло|улетело|вбухали|просадили)(?: денег)?/, 'сколько потратили'],
  [/(?:много ли|сколько)? ?(?:сгорело|съели|выкатали|спалили)/, 'сколько сожгли'],
  [/(?:кинь|скинь|докинь|подкинь)/, 'переведи'],
  [/(?:тормозни|прикрой|останови|отключи)/, 'заблокируй'],
];

/**
 * Stands in for a model outside production: a real HTTP server on this machine that speaks the same call and knows a few
 * phrases. It starts when it is first asked, and ends with the process.
 */
export function embeddedQuestionModel(): QuestionModel {
  let opened: Promise<QuestionModel> | null = null;
  const open = () =>
    (opened ??= serve().then((url) => chatCompletionsModel({ url, name: 'embedded', key: null })));
  return {
    host: 'embedded',
    reword: async (...input) => (await open()).reword(...input),
  };
}

/** Empty where it knows no phrase of the sentence. */
function rewordByPhrases(sentence: string): string {
  const plain = sentence
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[?!.]+/g, ' ');
  const found = PHRASES.find(([input]) => input.test(plain));
  return found ? plain.replace(found[0], ` ${found[1]} `).replace(/\s+/g, ' ').trim() : '';
}

async function serve(): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const input = await readRequest(incoming).catch(() => null);
      const sentence = input?.messages.findLast(({ role }) => role === 'user')?.content;
      const isAsked = incoming.method === 'POST' && incoming.url === '/v1/chat/completions';
      const body =
        isAsked && sentence !== undefined
          ? { object: 'chat.completion', choices: [toChoice(rewordByPhrases(sentence))] }
          : { error: { message: 'POST /v1/chat/completions with messages', type: 'invalid_request_error' } };
      outgoing.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(body));
    })();
  });
  await listen(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function toChoice(content: string) {
  return { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
}

async function readRequest(incoming: IncomingMessage): Promise<z.output<typeof request>> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > MAX_BODY_BYTES) throw new Error('too long');
  }
  return request.parse(JSON.parse(text));
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
}
