import { expect, test } from 'vitest';
import { ConfigError } from './environment.ts';
import { readQuestionModelConfig } from './question-model-config.ts';

const MODEL = {
  QUESTION_MODEL: 'openai',
  QUESTION_MODEL_URL: 'https://models.example/v1/',
  QUESTION_MODEL_NAME: 'm-1',
};

test('no sentence leaves the house unless a model is configured', () => {
  expect(readQuestionModelConfig({}, false)).toEqual({ provider: 'none' });
  expect(readQuestionModelConfig({}, true)).toEqual({ provider: 'none' });
});

test('a model has an address, a name and, where it wants one, a key', () => {
  expect(readQuestionModelConfig({ ...MODEL, QUESTION_MODEL_KEY: 'k' }, true)).toEqual({
    provider: 'openai',
    url: 'https://models.example/v1',
    name: 'm-1',
    key: 'k',
  });
});

test.each<[string, Record<string, string>]>([
  ['without an address', { QUESTION_MODEL_URL: '' }],
  ['without a name', { QUESTION_MODEL_NAME: '' }],
  ['that is unknown', { QUESTION_MODEL: 'oracle' }],
  ['that only stands in', { QUESTION_MODEL: 'embedded' }],
  [
    'that is asked with a key and without https',
    { QUESTION_MODEL_URL: 'http://a.example', QUESTION_MODEL_KEY: 'k' },
  ],
])('a production start refuses a model %s', (_, change) => {
  expect(() => readQuestionModelConfig({ ...MODEL, ...change }, true)).toThrow(ConfigError);
});
