/** The examples as they stand in `contract/guides`, where a test runs them; read at build time. */
const FILES = import.meta.glob<string>('../../../../contract/guides/*.{sh,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const EXAMPLE_LANGUAGE = { sh: 'curl', ts: 'TypeScript' } as const;
export type ExampleLanguage = keyof typeof EXAMPLE_LANGUAGE;

/** The text of an example in a language. */
export function guideFile(name: string, language: ExampleLanguage): string {
  return (FILES[`../../../../contract/guides/${name}.${language}`] ?? '').trimEnd();
}
