import { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../fetch-json.ts';
import { QuestionModelUnavailable, type QuestionModel } from './question-model.ts';

export interface ChatCompletionsOptions {
  /** Address before `/chat/completions`, without a slash at the end. */
  url: string;
  /** The model's name there. */
  name: string;
  key: string | null;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 8000;
/** A sentence of a hundred characters, in any tokens. */
const MAX_TOKENS = 200;

const reply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

/** Any service that speaks `POST /chat/completions` as OpenAI does: a hosted one, or a model of one's own. */
export function chatCompletionsModel(options: ChatCompletionsOptions): QuestionModel {
  return {
    host: new URL(options.url).host,
    async reword(sentence, instructions) {
      const input = await reach(options, [
        { role: 'system', content: instructions },
        { role: 'user', content: sentence },
      ]);
      const read = reply.safeParse(input.body);
      if (input.status !== 200 || !read.success)
        throw new QuestionModelUnavailable(
          `question model: HTTP ${input.status}${read.success ? '' : ' without sense'}`,
        );
      return read.data.choices[0]?.message.content?.trim() ?? '';
    },
  };
}

async function reach(
  { url, name, key, timeLimitMs }: ChatCompletionsOptions,
  messages: readonly { role: string; content: string }[],
): Promise<JsonReply> {
  try {
    return await fetchJson(`${url}/chat/completions`, {
      method: 'POST',
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      body: { model: name, messages, temperature: 0, max_tokens: MAX_TOKENS, stream: false },
      timeLimitMs: timeLimitMs ?? TIME_LIMIT_MS,
    });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new QuestionModelUnavailable(`question model: ${error.message}`, { cause: error });
  }
}
