import { ConfigError, readChoice, webAddress } from './environment.ts';

/** Who rewords a question that the grammar does not know. */
export type QuestionModelConfig =
  | { provider: 'none' }
  | { provider: 'embedded' }
  | { provider: 'openai'; url: string; key: string | null; name: string };

export function readQuestionModelConfig(env: NodeJS.ProcessEnv, production: boolean): QuestionModelConfig {
  // QUESTION_MODEL [`none`]: who rewords what the search does not understand: `none`, `openai` (a service with its calls), `embedded` outside production.
  const provider = readChoice(env, 'QUESTION_MODEL', ['none', 'openai', 'embedded'] as const, 'none');
  if (provider === 'embedded' && production)
    throw new ConfigError(
      'QUESTION_MODEL=embedded knows a few phrases only: a production start needs openai or none.',
    );
  if (provider !== 'openai') return { provider };
  // QUESTION_MODEL_URL [none; needed with `openai`]: the address before `/chat/completions`, as `https://models.example/v1`.
  const url = webAddress(env, 'QUESTION_MODEL_URL');
  // QUESTION_MODEL_NAME [none; needed with `openai`]: the model’s name there.
  const name = env.QUESTION_MODEL_NAME || null;
  // QUESTION_MODEL_KEY [none]: the key of the service, where it wants one.
  const key = env.QUESTION_MODEL_KEY || null;
  if (url === null || name === null)
    throw new ConfigError('QUESTION_MODEL=openai needs QUESTION_MODEL_URL and QUESTION_MODEL_NAME.');
  if (production && key !== null && url.startsWith('http:') && !isOurs(url))
    throw new ConfigError('QUESTION_MODEL_URL is http://: a key and people’s questions need https.');
  return { provider, url, name, key };
}

/** A model on this machine needs no https. */
function isOurs(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
